// The REST reference, from the OpenAPI document, with a form to try each operation.

import { escapeHtml } from "./html.js";
import { codeBlock } from "./markdown.js";
import { fieldTable, prose, resolve, typeSections, typeWords } from "./schema.js";
import { json, source } from "./source.js";

const DOCUMENT = json("docs/openapi.json");
const METHODS = ["get", "post", "put", "patch", "delete"];

/** Every operation of the document. */
export const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  METHODS.filter((method) => methods[method]).map((method) => ({ path, method: method.toUpperCase(), ...methods[method] })),
);

/** The whole page. */
export function restPage(write) {
  const tags = [...new Set(OPERATIONS.map(({ tags: [tag] }) => tag))];
  const described = (tag) => DOCUMENT.tags.find(({ name }) => name === tag)?.description ?? "";
  const sections = tags.map((tag) => {
    const operations = OPERATIONS.filter(({ tags: [first] }) => first === tag);
    return `<h2 id="${tag}">${escapeHtml(tag)}</h2>\n<p>${prose(described(tag))}</p>\n${operations.map(operationSection).join("\n")}`;
  });
  const html = `${write(source("docs/rest.md"))}${keyForm()}${sections.join("\n")}\n<h2 id="types">Types</h2>\n${typeSections(DOCUMENT)}`;
  return { html, script: "try.js" };
}

function keyForm() {
  return `<form class="key" id="try-key-form"><label for="try-key">Your test key</label>
<input id="try-key" type="password" autocomplete="off" spellcheck="false" placeholder="bg_test_…" aria-describedby="try-key-help">
<p id="try-key-help">The forms below send real requests to this server with it. It stays in this tab; live keys are refused here.</p></form>\n`;
}

function operationSection(operation) {
  const { method, operationId, path, requestBody, responses, summary } = operation;
  const body = requestBody?.content["application/json"];
  const [status, done] = Object.entries(responses).find(([code]) => code.startsWith("2"));
  const answer = resolve(DOCUMENT, done).content ?? {};
  const [type, content] = Object.entries(answer)[0] ?? [];
  return [
    `<h3 id="${operationId}"><span class="method">${method}</span> ${escapeHtml(path)}</h3>`,
    `<p>${prose(summary)} ${who(operation)}</p>`,
    parameterTable(operation),
    body ? `<h4>Body</h4>\n${fieldTable(DOCUMENT, body.schema, `the body of ${operationId}`)}${example(body)}` : "",
    `<h4>Answer: ${status}${type ? `, ${type}` : ""}</h4>`,
    content ? `<p>${typeWords(content.schema ?? {})}</p>\n${example(content)}` : "",
    refusals(responses),
    tryForm(operation, body),
  ]
    .filter(Boolean)
    .join("\n");
}

function who({ security = [] }) {
  const names = security.map((scheme) => Object.keys(scheme)[0] ?? "none");
  if (names.length === 0) return "Needs no key.";
  const words = { apiKey: "an API key", sessionToken: "a session token", dashboardSignIn: "the cookie of a sign-in to the dashboard", none: "nothing" };
  return `Takes ${[...new Set(names)].map((name) => words[name] ?? name).join(" or ")}.`;
}

function parameterTable({ operationId, parameters = [] }) {
  if (parameters.length === 0) return "";
  const rows = parameters.map((reference) => {
    const { description = "", in: place, name, required, schema } = resolve(DOCUMENT, reference);
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${place}</td><td>${typeWords(schema)}</td><td>${required ? "always" : "optional"}</td><td>${prose(description)}</td></tr>`;
  });
  return `<div class="wide" role="group" aria-label="Parameters of ${operationId}" tabindex="0"><table><thead><tr><th scope="col">parameter</th><th scope="col">in</th><th scope="col">type</th><th scope="col">present</th><th scope="col">meaning</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table></div>`;
}

function refusals(responses) {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith("2"))
    .map(([status, response]) => `<li><strong>${status}</strong> ${prose(resolve(DOCUMENT, response).description)}</li>`);
  return rows.length ? `<details><summary>Refusals</summary><ul>\n${rows.join("\n")}\n</ul></details>` : "";
}

function example({ example }) {
  if (example === undefined) return "";
  const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return codeBlock(escapeHtml(text), typeof example === "string" ? "text" : "json");
}

/** The form that sends a request; try.js makes it work. */
function tryForm({ method, operationId, parameters = [], path, responses, security = [] }, body) {
  const takesKey = security.some((scheme) => scheme.apiKey);
  const isStream = Object.values(responses).some((response) => resolve(DOCUMENT, response).content?.["text/event-stream"]);
  const needsCookie = security.some((scheme) => scheme.dashboardSignIn);
  if (isStream || needsCookie) return "";
  const inputs = parameters
    .map((reference) => resolve(DOCUMENT, reference))
    .filter((parameter) => parameter.in !== "header")
    .map(({ in: place, name, required }) => {
      const id = `${operationId}-${name}`;
      return `<label for="${id}">${escapeHtml(name)}</label><input id="${id}" name="${escapeHtml(name)}" data-in="${place}"${required ? " required" : ""} autocomplete="off">`;
    });
  const area = body
    ? `<label for="${operationId}-body">Body</label><textarea id="${operationId}-body" rows="8" spellcheck="false">${escapeHtml(JSON.stringify(body.example ?? {}, null, 2))}</textarea>`
    : "";
  return `<details class="try"><summary>Try it<span class="hidden">: ${method} ${escapeHtml(path)}</span></summary><form data-method="${method}" data-path="${escapeHtml(path)}"${takesKey ? ' data-takes-key="true"' : ""}>
${inputs.join("\n")}${area}
<button>Send</button>
<output aria-live="polite"></output>
</form></details>`;
}
