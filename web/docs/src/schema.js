// Schemas of the documents as tables: one row for each field.
import { escapeHtml } from "./html.js";

/** The schema that a reference leads to. */
export function resolve(document, schema) {
  const path = schema.$ref?.slice(2).split("/");
  return path
    ? resolve(
        document,
        path.reduce((place, key) => place[key.replaceAll("~1", "/").replaceAll("~0", "~")], document),
      )
    : schema;
}

/** The words for a type, with links to the types that have names. */
export function typeWords(schema) {
  if (schema === true) return "anything";
  if (schema.$ref) return link(schema.$ref.split("/").at(-1));
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(" or ");
  for (const kind of ["oneOf", "anyOf"]) if (schema[kind]) return schema[kind].map(typeWords).join(" or ");
  if (schema.allOf) return schema.allOf.map(typeWords).join(" and ");
  const types = [schema.type ?? "anything"].flat();
  return types.map((type) => (type === "array" && schema.items ? `list of ${typeWords(schema.items)}` : type)).join(" or ");
}

/** The table of the fields of an object; nothing if it has none. */
export function fieldTable(document, schema, words) {
  const fields = fieldsOf(document, schema);
  if (fields.size === 0) return "";
  const rows = [...fields].map(([name, { field, isRequired }]) => {
    const text = field.description ?? resolve(document, field).description ?? "";
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${typeWords(field)}</td><td>${isRequired ? "always" : "optional"}</td><td>${prose(text)}</td></tr>`;
  });
  return `<div class="wide" role="group" aria-label="Fields of ${escapeHtml(words)}" tabindex="0"><table><thead><tr><th scope="col">field</th><th scope="col">type</th><th scope="col">present</th><th scope="col">meaning</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table></div>\n`;
}

/** The fields of an object, also of one that has several parts. */
function fieldsOf(document, schema) {
  const { allOf = [], properties = {}, required = [] } = resolve(document, schema);
  const own = Object.entries(properties).map(([name, field]) => [name, { field, isRequired: required.includes(name) }]);
  return new Map([...allOf.flatMap((part) => [...fieldsOf(document, part)]), ...own]);
}

/** Every type that has a name, as sections with their fields. */
export function typeSections(document) {
  return Object.entries(document.components.schemas)
    .map(([name, schema]) => {
      const table = fieldTable(document, schema, name);
      const plain = table ? "" : `<p>${typeWords({ ...schema, $ref: undefined })}</p>`;
      return `<h3 id="type-${name}">${name}</h3>\n<p>${prose(schema.description ?? "")}</p>\n${table}${plain}`;
    })
    .join("\n");
}

/** A description with its code marked. */
export function prose(text) {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function link(name) {
  return `<a href="#type-${name}">${name}</a>`;
}
