// What a file of a game may import: the SDK no element and no framework, the elements nothing of the server.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const WEB = fileURLToPath(new URL("../../", import.meta.url));
const games = readdirSync(`${WEB}games`).filter((name) => existsSync(`${WEB}games/${name}/wire.ts`));

/** The files that a file imports, directly or not, types included, and the packages that it names. */
function reach(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = existsSync(WEB + file) ? readFileSync(WEB + file, "utf8") : "";
  for (const { fileName: path } of ts.preProcessFile(code).importedFiles) {
    const isFile = path.startsWith(".");
    if (isFile) reach(relative(WEB, join(WEB, dirname(file), path)).replace(/\.js$/, ".ts"), found);
    else found.add(path);
  }
  return found;
}

function check(file: string, allowed: RegExp): void {
  expect([...reach(file)].filter((path) => !allowed.test(path))).toEqual([]);
}

test.each(games)("the wire mapping of %s imports only the SDK", (game) => {
  check(`games/${game}/wire.ts`, /^(sdk\/src\/|games\/\w+\/(wire|fake|notation)\.ts$|games\/registry\.ts$|socket\.io-client$)/);
  check(`games/${game}/fake.ts`, /^(sdk\/src\/|games\/\w+\/(wire|fake|notation)\.ts$|games\/registry\.ts$|socket\.io-client$)/);
});

test.each(games)("the element of %s imports only the board", (game) => {
  check(`games/${game}/element.ts`, new RegExp(`^(board/src/|games/${game}/(element\\.ts$|board/))`));
});

test.each(games)("the component of %s imports no part of the app", (game) => {
  check(`games/${game}/component.ts`, new RegExp(`^(react/src/|games/view\\.ts$|games/${game}/(component|view)\\.ts$|react$|@parlour/)`));
});
