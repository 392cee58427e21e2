#!/usr/bin/env node
// `npm create parlour`: asks for what was not given, writes the project, and says how to go on.
import { relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { create, DEFAULT_SERVER, StarterError, TEMPLATES } from "./starter.js";

const USAGE = `Usage: npm create parlour@latest [FOLDER] -- [--template NAME] [--server ADDRESS] [--key KEY]

Templates:
${Object.entries(TEMPLATES)
  .map(([name, description]) => `  ${name.padEnd(6)} ${description}`)
  .join("\n")}

  --server   where the games are [default: ${DEFAULT_SERVER}, where \`parlour serve --dev\` listens]
  --key      the API key for a back end; it is written into .env`;

const OPTIONS = {
  template: { type: "string", short: "t" },
  server: { type: "string", default: DEFAULT_SERVER },
  key: { type: "string", default: "" },
  help: { type: "boolean", short: "h", default: false },
};

try {
  await main();
} catch (error) {
  const isMistake = error instanceof StarterError || error.code?.startsWith("ERR_PARSE_ARGS");
  console.error(isMistake ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = isMistake ? 2 : 1;
}

async function main() {
  const { positionals, values } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(USAGE);
  if (positionals.length > 1) throw new StarterError(`one folder is enough: ${positionals.join(", ")}`);
  const folder = positionals[0] ?? (await ask("Folder", "my-game"));
  const template = values.template ?? (await ask(`Template (${Object.keys(TEMPLATES).join(", ")})`, "plain"));
  await create({ folder: resolve(folder), template, server: values.server, key: values.key });
  const path = relative("", resolve(folder)) || ".";
  console.log(
    `${path} is ready. Next:\n\n  cd ${path}\n  npm install\n\nand then as README.md there says. The packages come from ${values.server}: it must be running.`,
  );
}

/** Asks at a terminal; elsewhere the default is taken. */
async function ask(question, answer) {
  if (!process.stdin.isTTY) return answer;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const said = await terminal.question(`${question} [${answer}]: `).finally(() => terminal.close());
  return said.trim() || answer;
}
