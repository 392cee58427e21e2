// @vitest-environment node
// The packages as npm would publish them: packed, installed in a clean folder, imported and compiled there.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const WEB = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGES = ["sdk", "board", "react"];
const modules = (name: string): string => join(WEB, "node_modules", name);

const BACKEND = `
import type { Webhook } from "@parlour/sdk";
import { Parlour } from "@parlour/sdk/server";

export const name = (event: Webhook): string => event.event;
export const parlour = new Parlour({ apiKey: "bg_test_x", baseUrl: "http://localhost:7300" });
export const session = parlour.sessions.create({ game: "tictactoe", players: [{ id: "ann", displayName: "Ann" }] });
export const address: Promise<string> = session.then(({ playUrl }) => playUrl);
`;

const PAGE = `
import "@parlour/board/tictactoe";
import { CheckersBoard, GameProvider } from "@parlour/react";
import type { GameState } from "@parlour/sdk";

export const turn = (state: GameState): boolean => state.yourTurn;
export const page = <GameProvider guest={{ game: "checkers", username: "Ann" }}><CheckersBoard /></GameProvider>;
`;

let folder: string;
const tarballs: Record<string, string> = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "parlour-packages-"));
  mkdirSync(join(folder, "src"));
  for (const name of PACKAGES) tarballs[name] = pack(name);
  const packed = PACKAGES.map((name) => [`@parlour/${name}`, `file:${tarballs[name]}`]);
  // What others publish is taken from our own installation, so that no registry is needed.
  const others = ["react", "react-dom", "socket.io-client", "@types/react", "@types/node"].map((name) => [name, `file:${modules(name)}`]);
  const dependencies = Object.fromEntries([...packed, ...others]);
  const overrides = Object.fromEntries(Object.keys(dependencies).map((name) => [name, `$${name}`]));
  write("package.json", JSON.stringify({ name: "clean", private: true, type: "module", dependencies, overrides }));
  run("npm", "install", "--offline", "--no-audit", "--no-fund");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packs a package; returns the path of the file. */
function pack(name: string): string {
  const printed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(WEB, name),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
  return join(folder, filename);
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** Runs a program in the clean folder; returns what it prints. */
function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stderr, stdout } = error as { stderr: string; stdout: string };
    throw new Error(`${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}

test("every entry point can be imported by Node", () => {
  const page = `
    import { connect } from "@parlour/sdk";
    import { Parlour } from "@parlour/sdk/server";
    import { fakeServer } from "@parlour/sdk/testing";
    import * as boards from "@parlour/board";
    import * as checkers from "@parlour/board/checkers";
    import { GameProvider } from "@parlour/react";
    console.log([connect, Parlour, fakeServer, GameProvider].map((part) => typeof part).join(), Object.keys(boards).length >= Object.keys(checkers).length);`;
  expect(run(process.execPath, "--input-type=module", "--eval", page).trim()).toBe("function,function,function,function true");
});

test.each(["NodeNext", "Bundler"])("the types are found with the resolution %s, in strict mode and without skipping libraries", (resolution) => {
  write("src/backend.ts", BACKEND);
  write("src/page.tsx", PAGE);
  const module = resolution === "NodeNext" ? "NodeNext" : "ESNext";
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "ES2022",
    module,
    moduleResolution: resolution,
    jsx: "react-jsx",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
  expect(run(process.execPath, join(modules("typescript"), "bin/tsc"), "--project", "tsconfig.json")).toBe("");
});

test.each(PACKAGES)("%s is what publint and attw expect of a package for ECMAScript modules", (name) => {
  expect(run(process.execPath, join(modules("publint"), "src/cli.js"), join(WEB, name), "--strict")).toContain("All good!");
  run(process.execPath, join(modules("@arethetypeswrong/cli"), "dist/index.js"), "--profile", "esm-only", tarballs[name] ?? "");
});

test.each(PACKAGES)("%s has licences, a README with its install line, and nothing else than what is built", (name) => {
  const installed = join(folder, "node_modules/@parlour", name);
  expect(readFileSync(join(installed, "README.md"), "utf8")).toContain(`npm install @parlour/${name}`);
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) expect(readFileSync(join(installed, file), "utf8")).not.toBe("");
  const printed = execFileSync("npm", ["pack", "--json", "--dry-run"], { cwd: join(WEB, name), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [{ files }] = JSON.parse(printed) as [{ files: { path: string }[] }];
  expect(files.map(({ path }) => path).filter((path) => !/^(dist\/|package\.json$|README\.md$|LICENSE-)/.test(path))).toEqual([]);
});
