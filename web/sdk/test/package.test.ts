// The built package: small, free of DOM at import, and with every entry point in place.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rollup } from "vite";
import { expect, test, vi } from "vitest";

const dist = new URL("../dist/", import.meta.url);

/** A page's whole script with the client and its socket, as a bundler makes it. */
async function bundle(code: string): Promise<string> {
  vi.stubEnv("NODE_ENV", "production");
  const output = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, modulePreload: { polyfill: false }, rollupOptions: { input: "page" } },
    plugins: [{ name: "page", resolveId: (id) => (id === "page" ? "\0page" : null), load: (id) => (id === "\0page" ? code : null) }],
  });
  const {
    output: [file],
  } = (Array.isArray(output) ? output[0] : output) as Rollup.RollupOutput;
  return file.code;
}

test("a page that connects loads at most 20 kB, the socket included", async () => {
  const entry = JSON.stringify(fileURLToPath(new URL("index.js", dist)));
  const code = await bundle(`import { connect } from ${entry}; globalThis.connect = connect;`);
  expect(code).toContain("matchmaking:join");
  expect(gzipSync(code).length).toBeLessThanOrEqual(20 * 1024);
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
