// The built files: small, importable without a DOM, and complete.
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { measure } from "../../sizes.js";

function dist(name: string): string {
  return fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
}

async function check(name: string): Promise<void> {
  const code = await readFile(dist(`${name}.js`), "utf8");
  expect(code, "one file without imports").not.toMatch(/\bimport\b/);
}

const built = readdirSync(dist("")).flatMap((file) => (file.endsWith(".js") ? [file.slice(0, -3)] : []));

test("there is a file for all boards and one for each", () => expect(built).toEqual(expect.arrayContaining(["board", "checkers", "tictactoe"])));
test.each(built)("%s is one file", check);

test("no board has more than it may", async () => {
  for (const { bundle, bytes, limit } of await measure("board")) expect(bytes, bundle).toBeLessThanOrEqual(limit);
});

test.each(built)("%s can be imported where there is no DOM", async (name) => {
  expect(globalThis).not.toHaveProperty("HTMLElement");
  const exported = (await import(/* @vite-ignore */ dist(`${name}.js`))) as Record<string, unknown>;
  expect(Object.keys(exported).length).toBeGreaterThan(0);
});

test("the types hide what is internal", async () => {
  const types = await readFile(dist("types/games/checkers/board/checkers-board.d.ts"), "utf8");
  expect(types).toContain("takeBack(reason?: string): void");
  expect(types).not.toContain("refuseMove");
});
