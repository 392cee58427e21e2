// The size of the built files, and what they must not contain.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { measure } from "../../sizes.js";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const read = (name: string): string => readFileSync(DIST + name, "utf8");
const assets = readdirSync(`${DIST}assets`).filter((name) => /\.(js|css)$/.test(name));

/** The size of a file after gzip. */
function gzipSize(name: string): number {
  return gzipSync(read(name), { level: 9 }).length;
}

/** The file itself and everything it imports before it can run. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/") + 1) : "";
  for (const [, path = ""] of read(name).matchAll(/(?:from|import)\s*["`']\.\/([\w./-]+\.js)["`']/g)) withImports(folder + path, found);
  return found;
}

const chunk = (start: string): string => `assets/${assets.find((name) => name.startsWith(`${start}-`) && name.endsWith(".js"))}`;

async function check(start: string): Promise<void> {
  for (const { bundle, bytes, limit } of await measure(start)) expect(bytes, bundle).toBeLessThanOrEqual(limit);
}

test("the first playable screen of every game needs at most 45 kB of JavaScript, and no other part of the app exceeds its limit", () => check("app"));

test("a file that is loaded on demand imports only from the core, and nothing imports it: it can be retried under another address", () => {
  const files = assets.filter((name) => name.endsWith(".js")).map((name) => `assets/${name}`);
  const later = new Set(files.flatMap((name) => [...read(name).matchAll(/parlourImport\([`"']\.\/([^`"']+)/g)].map(([, path]) => `assets/${path}`)));
  expect(later.size).toBeGreaterThan(5);
  const core = chunk("core");
  expect([...withImports(core)]).toEqual([core]);
  for (const name of later)
    expect(
      [...withImports(name)].filter((file) => file !== core),
      name,
    ).toEqual([name]);
  // A browser would cache the failure of an import that the build has not replaced.
  for (const name of files) expect(read(name).match(/\bimport\([`"']/g) ?? [], name).toEqual([]);
});

test("a script tag with the element of any game needs at most 30 kB", () => check("embed"));

test("no file of the app is larger than 40 kB", () => {
  for (const name of assets.filter((name) => name.endsWith(".js"))) expect(gzipSize(`assets/${name}`), name).toBeLessThanOrEqual(40_000);
});

test("no page has an inline script or style, and all addresses are relative to the base", () => {
  for (const page of ["index.html", "embed.html"]) {
    const text = read(page);
    expect(text).toContain('<base href="/">');
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|(?:src|href)="\/[^"]/);
  }
});

test("nothing names another host", () => {
  const own = /https?:\/\/(?!www\.w3\.org\/)[\w.-]+\.\w+/g;
  const boards = readdirSync(`${DIST}assets/embed`).filter((name) => name.endsWith(".js"));
  for (const name of [
    ...assets.map((name) => `assets/${name}`),
    ...boards.map((name) => `assets/embed/${name}`),
    "index.html",
    "embed.html",
    "elements.js",
    "service-worker.js",
  ]) {
    const found = read(name).match(own) ?? [];
    expect(
      found.filter((address) => !/socket\.io$|example/.test(address)),
      name,
    ).toEqual([]);
  }
});

test("every text file has two compressed copies", () => {
  for (const name of ["index.html", "embed.js", `assets/${assets[0]}`]) {
    expect(readFileSync(`${DIST}${name}.br`).length).toBeLessThan(readFileSync(DIST + name).length);
    expect(readFileSync(`${DIST}${name}.gz`).length).toBeLessThan(readFileSync(DIST + name).length);
  }
});
