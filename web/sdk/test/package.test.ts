// The built package: small, free of DOM at import, and with every entry point in place.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measure } from "../../sizes.js";

test("a page that connects loads at most 20 kB, including the socket, and no other entry point exceeds its limit", async () => {
  for (const { bundle, bytes, limit } of await measure("sdk")) expect(bytes, bundle).toBeLessThanOrEqual(limit);
});

test("every entry point loads in Node, where there is no document", async () => {
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    exports: Record<string, { types: string; default: string }>;
  };
  const names: Record<string, string[]> = {};
  for (const [entry, { default: file, types }] of Object.entries(exports)) {
    names[entry] = Object.keys((await import(new URL(`../${file}`, import.meta.url).href)) as object);
    expect(readFileSync(new URL(`../${types}`, import.meta.url), "utf8")).not.toBe("");
  }
  expect(names["."]).toEqual(expect.arrayContaining(["connect", "watch", "rooms", "variants", "MoveError"]));
  expect(names["./server"]).toEqual(expect.arrayContaining(["Parlour", "verifyWebhook", "SignatureError"]));
  expect(names["./testing"]).toEqual(expect.arrayContaining(["fakeServer"]));
});
