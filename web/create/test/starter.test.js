// New projects: what is in them, and what is refused.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { create, DEFAULT_SERVER, TEMPLATES } from "../src/starter.js";

let place;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "parlour-create-"));
});
afterEach(() => rm(place, { recursive: true, force: true }));

const USUAL = { template: "plain", server: DEFAULT_SERVER, key: "" };

/** Creates a project and gives all its files by name. */
async function project(wishes, name = "game") {
  const folder = join(place, name);
  await create({ ...USUAL, ...wishes, folder });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return Object.fromEntries(paths.map((path, index) => [path.slice(folder.length + 1), texts[index]]));
}

test("every template names the server that was given and no other", async () => {
  for (const template of Object.keys(TEMPLATES)) {
    const files = await project({ template, server: "https://games.example/play/" }, template);
    expect(files["README.md"]).toContain("https://games.example/play/docs");
    for (const [name, text] of Object.entries(files)) expect(text, `${template}: ${name}`).not.toMatch(/:7300|file:\.\.|cargo |examples\//);
  }
});

test("the packages come from the server, in the version of this program", async () => {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const { dependencies } = JSON.parse((await project({ template: "react", server: "https://games.example" }))["package.json"]);
  for (const name of ["board", "react", "sdk"]) expect(dependencies[`@parlour/${name}`]).toBe(`https://games.example/sdk/${version}/${name}.tgz`);
  expect(dependencies.react).toMatch(/^\^\d/);
});

test("this version is that of the packages", async () => {
  const versions = ["create", "sdk", "board", "react"].map(async (name) =>
    JSON.parse(await readFile(new URL(`../../${name}/package.json`, import.meta.url), "utf8")),
  );
  expect(new Set((await Promise.all(versions)).map(({ version }) => version)).size).toBe(1);
});

test("the key is in .env, which version control ignores", async () => {
  const files = await project({ template: "node", key: "bg_test_1" });
  expect(files[".env"]).toBe(`GAMES_URL=${DEFAULT_SERVER}\nGAMES_API_KEY=bg_test_1\n`);
  expect(files[".gitignore"].split("\n")).toContain(".env");
});

test("a project has the name of its folder, as npm accepts it", async () => {
  for (const [folder, name] of Object.entries({ "My Game!": "my-game", ".hidden": "hidden", "§": "my-game" })) {
    expect(JSON.parse((await project({}, folder))["package.json"]).name).toBe(name);
  }
});

test("what cannot be done is said, and nothing is written", async () => {
  const refused = [
    [{ template: "vue" }, /no template "vue": choose one of plain, react, node/],
    [{ template: "toString" }, /no template/],
    [{ server: "games" }, /"games" is not the address of a server/],
    [{ server: "ftp://games.example" }, /is not the address of a server/],
    [{ server: "https://games.example/?a=1" }, /is not the address of a server/],
    [{ key: "bg_test_1\nOTHER=1" }, /the key has spaces or line breaks/],
  ];
  for (const [wishes, sentence] of refused) await expect(project(wishes)).rejects.toThrow(sentence);
  expect(await readdir(place)).toEqual([]);
});

test("a folder with something in it is left as it is", async () => {
  await writeFile(join(place, "novel.txt"), "It was a dark night.");
  await expect(create({ ...USUAL, folder: place })).rejects.toThrow(/is not empty/);
  await expect(create({ ...USUAL, folder: join(place, "novel.txt") })).rejects.toThrow(/is a file/);
  expect(await readdir(place)).toEqual(["novel.txt"]);
});
