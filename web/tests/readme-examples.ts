// Type-checks the examples of a package's README, so that copy and paste works.
import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect } from "vitest";

/** Compiles every `ts` and `tsx` example of the README below `root` with the package's tsconfig.json; fails on any error. */
export function checkReadmeExamples(root: string): void {
  const blocks = [...readFileSync(`${root}README.md`, "utf8").matchAll(/```(tsx?)\n(.*?)```/gs)];
  const files = new Map(blocks.map(([, extension, code], index) => [`${root}test/readme-${index}.${extension}`, `${code}\nexport {};\n`]));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root, undefined, `${root}tsconfig.json`);
  const program = ts.createProgram([...files.keys()], options, hostWith(files, options));
  const errors = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(blocks.length).toBeGreaterThan(1);
  expect(errors).toEqual([]);
}

/** A compiler host that reads these files from memory and all others from the disk. */
function hostWith(files: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, target) => {
    const code = files.get(name);
    return code === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, code, target);
  };
  return host;
}
