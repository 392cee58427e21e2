// The files of the checkout, and the programs of this machine.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The binary under test. */
export const BINARY = process.env.PARLOUR_BIN ?? path('target/debug/parlour');

/** The path of a file of the checkout. */
export function path(file) {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}

/** The text of a file of the checkout. */
export function read(file) {
  return readFileSync(path(file), 'utf8');
}

/** Whether a program runs and ends well with these arguments. */
export function works(program, ...args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** The option of a test that needs a program. */
export function needs(program, ...args) {
  return { skip: !works(program, ...(args.length > 0 ? args : ['--version'])) && `there is no ${program} here that works` };
}

/** The environment without settings, and with these. */
export function settings(variables) {
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PARLOUR_'))), ...variables };
}

/** Runs a program that must succeed, and gives what it printed. */
export async function run(program, args, options = {}) {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1 << 26, ...options });
  return stdout;
}

/** The value of a YAML file, read by a Python that can; `undefined` without one. */
export function yaml(file) {
  const script = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))';
  for (const python of [path('tests/e2e/.venv/bin/python'), 'python3']) {
    if (works(python, '-c', 'import yaml')) return JSON.parse(execFileSync(python, ['-c', script, path(file)]));
  }
  return undefined;
}
