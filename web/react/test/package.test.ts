// @vitest-environment node
// The built package: small, marked for the client, and one file per component.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measure } from "../../sizes.js";

const dist = new URL("../dist/", import.meta.url);
const scripts = readdirSync(dist).filter((name) => name.endsWith(".js"));
const read = (name: string) => readFileSync(new URL(name, dist), "utf8");

test("the package's own code is at most 6 kB", async () => {
  for (const { bundle, bytes, limit } of await measure("react")) expect(bytes, bundle).toBeLessThanOrEqual(limit);
});

test("every file is marked for the client", () => {
  for (const name of scripts) expect(read(name)).toMatch(/^"use client";/);
});

test("one board does not import the other", () => {
  const importers = (text: string) => scripts.filter((name) => read(name).includes(text));
  expect(importers('"@parlour/board/checkers"')).toEqual(["checkers-component.js"]);
  expect(importers('"@parlour/board/tictactoe"')).toEqual(["tictactoe-component.js"]);
});

test("the built files render on a server as Node loads them", () => {
  const page = `
    import { createElement } from "react";
    import { renderToString } from "react-dom/server";
    import { CheckersBoard, GameProvider } from "@parlour/react";
    const guest = { game: "checkers", username: "Ann" };
    console.log(renderToString(createElement(GameProvider, { guest }, createElement(CheckersBoard))));`;
  const html = execFileSync(process.execPath, ["--input-type=module", "--eval", page], { cwd: new URL("..", dist), encoding: "utf8" });
  expect(html).toContain("<checkers-board");
});

test("the types are there", () => expect(read("types/react/src/index.d.ts")).toContain("GameProvider"));
