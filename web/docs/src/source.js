// The Markdown files of the repository: whole, or one section of them.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The text of a file of the repository. */
export function text(path) {
  return readFileSync(ROOT + path, "utf8");
}

/** A JSON document of the repository. */
export function json(path) {
  return JSON.parse(text(path));
}

/** A Markdown file without its first heading, which the page has as its title. */
export function source(path) {
  return text(path).replace(/^# .*\n/m, "");
}

/** The section of a Markdown file below this heading; fails if there is none. */
export function section(path, heading) {
  const [, found] = text(path).split(`\n## ${heading}\n`);
  if (found === undefined) throw new Error(`${path} has no section "${heading}"`);
  const end = found.search(/^## /m);
  return end < 0 ? found : found.slice(0, end);
}
