// The built files: small, importable without a DOM, and complete.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const LIMIT = 12_000;

function dist(name: string): string {
  return fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
}

async function check(name: string): Promise<void> {
  const code = await readFile(dist(`${name}.js`), "utf8");
  expect(code, "one file without imports").not.toMatch(/\bimport\b/);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(LIMIT);
}

test("the draughts board fits in 12 kB", () => check("checkers"));
test("the tic-tac-toe board fits in 12 kB", () => check("tictactoe"));

test.each(["board", "checkers", "tictactoe"])("%s can be imported where there is no DOM", async (name) => {
  expect(globalThis).not.toHaveProperty("HTMLElement");
  const exported = (await import(/* @vite-ignore */ dist(`${name}.js`))) as Record<string, unknown>;
  expect(Object.keys(exported).length).toBeGreaterThan(0);
});

test("the types hide what is internal", async () => {
  const types = await readFile(dist("types/games/checkers/board/checkers-board.d.ts"), "utf8");
  expect(types).toContain("takeBack(reason?: string): void");
  expect(types).not.toContain("refuseMove");
});
