// The OpenAPI document as a list of operations, and as the strictest reading of it.

/** Every operation: `{ id, method, path, parameters, body, secured, ofDashboard }`. */
export function operations(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody !== undefined,
      secured: (operation.security ?? []).some((scheme) => 'apiKey' in scheme),
      ofDashboard: (operation.security ?? []).some((scheme) => 'dashboardSignIn' in scheme),
    })),
  );
}

/** The document without its catch-all answers: a status that is not named is not documented. */
export function strict(document) {
  const copy = structuredClone(document);
  for (const methods of Object.values(copy.paths)) {
    for (const operation of Object.values(methods)) delete operation.responses.default;
  }
  return copy;
}

/** A path with its parameters filled in. */
export function filled(path, values) {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
}
