// Writes a new project from a template.
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where `parlour serve --dev` listens; the templates name it. */
export const DEFAULT_SERVER = "http://127.0.0.1:7300";

/** The templates and what they are for. */
export const TEMPLATES = {
  plain: "a page with a board by one script tag, and one with a whole game in a frame; no build",
  react: "a React app with its back end",
  node: "a back end that starts games for its users and hears by webhook how they end",
};

/** What was asked for cannot be done; the sentence says why. */
export class StarterError extends Error {}

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Writes a project into a new or empty folder; if it cannot, nothing is written. */
export async function create({ folder, template, server, key }) {
  if (!Object.hasOwn(TEMPLATES, template)) {
    throw new StarterError(`there is no template "${template}": choose one of ${Object.keys(TEMPLATES).join(", ")}`);
  }
  const address = addressOf(server);
  if (/\s/.test(key)) throw new StarterError("the key has spaces or line breaks in it: paste it as the server printed it");
  if ((await entriesOf(folder)).length > 0) throw new StarterError(`${folder} is not empty: name a new folder`);
  await mkdir(folder, { recursive: true });
  await cp(file(`../dist/templates/${template}`), folder, { recursive: true });
  await writeFile(join(folder, ".gitignore"), "node_modules\ndist\n.env\n");
  await describe(folder, address);
  await nameServer(folder, address);
  if (template !== "plain") await writeFile(join(folder, ".env"), `GAMES_URL=${address}\nGAMES_API_KEY=${key}\n`, { mode: 0o600 });
}

/** The address of a server without a slash at its end. */
function addressOf(server) {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (!/^https?:$/.test(url?.protocol ?? "") || url.search || url.hash) {
    throw new StarterError(`"${server}" is not the address of a server: write it as ${DEFAULT_SERVER}`);
  }
  return url.href.replace(/\/+$/, "");
}

/** What is in a folder; a new one is empty. */
async function entriesOf(folder) {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") throw new StarterError(`${folder} is a file: name a new folder`);
    throw error;
  }
}

/** Names the project after its folder, and lets it have the packages of the server. */
async function describe(folder, address) {
  const path = join(folder, "package.json");
  const project = JSON.parse(await readFile(path, "utf8"));
  const { version } = JSON.parse(await readFile(file("../package.json"), "utf8"));
  project.name = nameOf(folder);
  for (const name of Object.keys(project.dependencies ?? {}).filter((name) => name.startsWith("@parlour/"))) {
    project.dependencies[name] = `${address}/sdk/${version}/${name.slice("@parlour/".length)}.tgz`;
  }
  await writeFile(path, `${JSON.stringify(project, null, 2)}\n`);
}

/** A name that npm accepts. */
function nameOf(folder) {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-");
  return name.replace(/^[._-]+|[._-]+$/g, "") || "my-game";
}

/** Writes the address of the server where the examples have the usual one. */
async function nameServer(folder, address) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of files.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const text = await readFile(path, "utf8");
    if (text.includes(DEFAULT_SERVER)) await writeFile(path, text.replaceAll(DEFAULT_SERVER, address));
  }
}
