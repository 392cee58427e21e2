// Shared code names no game: what differs between games is in their folders.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const WEB = fileURLToPath(new URL("../../", import.meta.url));

/** What all games share: sources, pages, styles and how they are built. */
const SHARED = [
  "app/src",
  "app/public",
  "app/index.html",
  "app/embed.html",
  "app/vite.config.ts",
  "app/package.json",
  "board/src",
  "board/build.js",
  "board/vite.config.ts",
  "board/package.json",
  "react/src",
  "react/vite.config.ts",
  "react/package.json",
  "sdk/src",
  "sdk/vite.config.ts",
  "sdk/package.json",
  "compress.js",
  "sizes.js",
  "size-limits.json",
  "biome.jsonc",
  "games/view.ts",
  "games/placed-boards.ts",
  "games/sources.ts",
  "package.json",
];

/** Files that may name games, each with its reason. */
const EXCEPTIONS = new Map([
  ["sdk/src/types.ts", "written by cargo xtask codegen from the types of the server"],
  ["app/src/dashboard/webhook-events.ts", "written by cargo xtask codegen from the types of the server"],
]);

const games = readdirSync(`${WEB}games`).filter((name) => hasFile(`games/${name}/wire.ts`));

function hasFile(path: string): boolean {
  return existsSync(WEB + path);
}

function filesBelow(path: string): string[] {
  if (!statSync(WEB + path).isDirectory()) return [path];
  return readdirSync(WEB + path).flatMap((name) => filesBelow(`${path}/${name}`));
}

test("there are games", () => expect(games).toEqual(expect.arrayContaining(["checkers", "tictactoe"])));

test.each(SHARED)("%s names no game", (path) => {
  const named = filesBelow(path)
    .filter((file) => !EXCEPTIONS.has(file))
    .flatMap((file) =>
      readFileSync(WEB + file, "utf8")
        .split("\n")
        .flatMap((line, index) => (games.some((game) => line.toLowerCase().includes(game)) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(named).toEqual([]);
});
