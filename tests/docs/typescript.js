// Compiles blocks of TypeScript against the packages of the folder web.

import { ROOT } from './blocks.js';
import { load } from './installed.js';

const { default: ts } = await load('typescript');
const FOLDER = `${ROOT}web/react`;

/** The errors of the compiler, each with the place of its block. */
export function problemsOfTypes(blocks) {
  const files = new Map(blocks.map((block, index) => [`${FOLDER}/test/block-${index}.${block.language}`, block]));
  const code = (name) => `${files.get(name).text}\nexport {};\n`;
  const { config } = ts.readConfigFile(`${FOLDER}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, FOLDER, undefined, `${FOLDER}/tsconfig.json`);
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => (files.has(name) ? code(name) : readFile(name));
  host.getSourceFile = (name, target) => (files.has(name) ? ts.createSourceFile(name, code(name), target) : getSourceFile(name, target));
  const program = ts.createProgram([...files.keys()], { ...options, noEmit: true }, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const block = files.get(file?.fileName);
    return `${block ? `${block.file}:${block.line}` : file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
