// The examples of the README are type-checked, so that copy and paste works.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test("every example of the README compiles", () => {
  const blocks = [...readFileSync(`${root}README.md`, "utf8").matchAll(/```tsx?\n(.*?)```/gs)].map(([, code]) => code ?? "");
  const files = new Map(blocks.map((code, index) => [`${root}test/readme-${index}.ts`, `${code}\nexport {};\n`]));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root, undefined, `${root}tsconfig.json`);
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, target) => {
    const code = files.get(name);
    return code === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, code, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const complaints = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(blocks.length).toBeGreaterThan(1);
  expect(complaints).toEqual([]);
});
