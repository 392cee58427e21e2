// Measures the built bundles after compression against size-limits.json; as a script it prints the sizes and fails if one exceeds its limit.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "vite";

const WEB = fileURLToPath(new URL(".", import.meta.url));
const read = (path) => readFileSync(WEB + path, "utf8");
const games = readdirSync(`${WEB}games`).filter((name) => existsSync(`${WEB}games/${name}/wire.ts`));
const languages = readdirSync(`${WEB}games/${games[0]}/words`)
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((language) => language !== "en");

/** The size and the limit of every bundle whose name begins with `start`. */
export async function measure(start = "") {
  const { bundles } = JSON.parse(read("size-limits.json"));
  const wanted = bundles.flatMap(expand).filter(({ bundle, optional }) => bundle.startsWith(start) && !(optional && isMissing(optional)));
  return Promise.all(wanted.map(async (entry) => ({ bundle: entry.bundle, bytes: await sizeOf(entry), limit: entry.limit })));
}

/** Expands an entry to one for each game or each language. */
function expand(entry) {
  const text = JSON.stringify(entry);
  const places = [
    ["{game}", games],
    ["{language}", languages],
  ].find(([place]) => text.includes(place));
  return places ? places[1].map((name) => JSON.parse(text.replaceAll(places[0], name))) : [entry];
}

/** Whether a file that not every build has is missing. */
function isMissing(file) {
  return !existsSync(WEB + file);
}

async function sizeOf({ brotli, contains, files, imports, joined, page }) {
  if (page) return size(await bundle(page, contains));
  const found = files.flatMap(matching);
  if (brotli) {
    const all = new Set(found.flatMap((file) => (imports && file.endsWith(".js") ? [...withImports(file)] : [file])));
    return [...all].reduce((sum, file) => sum + brotliCompressSync(readFileSync(WEB + file)).length, 0);
  }
  const all = imports ? [...new Set(found.flatMap((file) => [...withImports(file)]))] : found;
  return joined ? size(all.map(read).join("\n")) : all.reduce((sum, file) => sum + size(read(file)), 0);
}

function size(code) {
  return gzipSync(code, { level: 9 }).length;
}

/** The files that match a pattern, in which `*` is anything but a slash; throws if there are none. */
function matching(pattern) {
  const folder = dirname(pattern);
  const name = new RegExp(
    `^${pattern
      .slice(folder.length + 1)
      .replaceAll(".", "\\.")
      .replaceAll("*", "[^/]*")}$`,
  );
  const found = readdirSync(WEB + folder).filter((file) => name.test(file));
  if (found.length === 0) throw new Error(`there is no ${pattern}; build the packages first`);
  return found.map((file) => `${folder}/${file}`);
}

/** The file itself and everything it imports before it can run. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of read(file).matchAll(/(?:from|import)\s*["`'](\.\.?\/[\w./-]+\.js)["`']/g)) withImports(join(dirname(file), path), found);
  return found;
}

/** Bundles the code of a page. */
async function bundle(code, contains) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  const page = `${WEB}games/page.js`;
  const output = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, modulePreload: { polyfill: false }, rollupOptions: { input: page } },
    plugins: [{ name: "page", resolveId: (id) => (id === page ? page : null), load: (id) => (id === page ? code : null) }],
  });
  process.env.NODE_ENV = before;
  const script = [output].flat()[0].output[0].code;
  if (!script.includes(contains)) throw new Error(`the page of ${contains} does not contain it`);
  return script;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = await measure();
  for (const { bundle, bytes, limit } of sizes) {
    console.log(`${String(bytes).padStart(6)} of ${String(limit).padStart(6)}  ${bundle}${bytes > limit ? "  TOO MUCH" : ""}`);
  }
  process.exitCode = sizes.some(({ bytes, limit }) => bytes > limit) ? 1 : 0;
}
