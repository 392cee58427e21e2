// Checks the commands of shell blocks without running them: programs of this project know the command and its options, npm knows the
// script, files and folders are there.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './blocks.js';

const BINARY = process.env.PARLOUR_BIN ?? fileURLToPath(new URL('../../target/debug/parlour', import.meta.url));
const helps = new Map();

/** What is wrong with the commands of a block; `file` is where it stands. */
export function problemsOfShell({ file, text }) {
  const syntax = spawnSync('bash', ['-n', '-c', text], { encoding: 'utf8' });
  if (syntax.status !== 0) return [syntax.stderr.trim()];
  // Commands are about the root of the repository, or the folder of the file.
  const problems = [ROOT, join(ROOT, dirname(file))].map((folder) => problemsFrom(folder, commands(text)));
  return problems.find((each) => each.length === 0) ?? problems[0];
}

/** The commands of a text as lists of words, without comments, variables before them, and what `$(…)` would print. */
function commands(text) {
  const plain = text.replace(/\\\n/g, ' ').replace(/(^|\s)#.*$/gm, '').replace(/"?\$\([^)]*\)[^"\s]*"?/g, 'VALUE').replace(/\(/g, '\npushd\n').replace(/\)/g, '\npopd\n');
  const parts = plain.split(/\n|&&|\||;/).map((part) => part.replace(/\s>>?\s*\S+/g, '').trim());
  const words = parts.filter(Boolean).map((part) => [...part.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word));
  return words.map((list) => list.slice(list.findIndex((word) => !/^[A-Z_]+=/.test(word))));
}

function problemsFrom(start, list) {
  let folder = start;
  const before = [];
  const problems = [];
  for (const [program, ...args] of list) {
    const name = program.replace(/^.*\/debug\//, '');
    if (name === 'pushd') before.push(folder);
    else if (name === 'popd') folder = before.pop();
    else if (name === 'cd') {
      folder = join(folder, args[0]);
      if (!existsSync(folder)) problems.push(`there is no folder ${args[0]}`);
    } else if (CHECKS[name]) problems.push(...CHECKS[name](args, folder));
    else problems.push(`"${program}" is not a program that this test knows: mark the block with a reason if it cannot be run`);
  }
  return problems;
}

const CHECKS = {
  parlour: (args) => problemsOfCommand('parlour', [BINARY], args),
  cargo: ([command, ...args]) => (command === 'xtask' ? problemsOfCommand('cargo xtask', xtask(), args) : cargoProblems(command, args)),
  npm: npmProblems,
  node: (args, folder) => args.filter((arg) => /\.js$/.test(arg) && !existsSync(join(folder, arg))).map((arg) => `there is no file ${arg}`),
  npx: ([name]) => (KNOWN.has(name) || isServed(name) ? [] : [`no package of this repository uses ${name}`]),
  echo: () => [],
};

function xtask() {
  return process.env.XTASK ? [process.env.XTASK] : ['cargo', 'run', '--quiet', '--package', 'xtask', '--'];
}

/** Goes down the commands of a program by its own help, and looks for every option in it. */
function problemsOfCommand(name, program, args) {
  const path = [];
  for (const word of args) {
    if (!new RegExp(`^ {2}${word.replace(/\W/g, '\\$&')}( |$)`, 'm').test(commandsIn(help(program, path)))) break;
    path.push(word);
  }
  const text = help(program, path);
  if (/^Commands:/m.test(text) && args.length > path.length && !args[path.length].startsWith('-')) return [`${name} has no command ${args.slice(0, path.length + 1).join(' ')}`];
  const ours = args.slice(path.length, args.indexOf('--') < 0 ? undefined : args.indexOf('--'));
  return ours.filter((word) => /^--?\w/.test(word) && !text.includes(word.split('=')[0])).map((word) => `${name} ${path.join(' ')} has no option ${word}`);
}

const commandsIn = (text) => /^Commands:\n((?: .*\n)+)/m.exec(text)?.[1] ?? '';

function help(program, path) {
  const key = [...program, ...path].join(' ');
  if (!helps.has(key)) helps.set(key, execFileSync(program[0], [...program.slice(1), ...path, '--help'], { encoding: 'utf8', cwd: ROOT }));
  return helps.get(key);
}

/** Cargo's own commands: the package, target or path must exist. */
function cargoProblems(command, args) {
  if (!['install', 'run', 'nextest', 'test', 'build'].includes(command)) return [`cargo ${command} is not checked: mark the block with a reason`];
  const path = args[args.indexOf('--path') + 1];
  return args.includes('--path') && !existsSync(join(ROOT, path, 'Cargo.toml')) ? [`there is no crate in ${path}`] : [];
}

function npmProblems([command, ...args], place) {
  const folder = args.includes('--prefix') ? join(place, args.splice(args.indexOf('--prefix'), 2)[1]) : place;
  const words = args.filter((arg) => !arg.startsWith('-'));
  if (command === 'ci') return existsSync(join(folder, 'package-lock.json')) ? [] : [`there is no lock file in ${folder}`];
  if (command === 'create') return KNOWN.has(`create-${words[0].split('@')[0]}`) ? [] : [`no package of this repository is create-${words[0]}`];
  if (command === 'install' && words.length === 0) return readPackage(folder).name ? [] : [`there is no package in ${folder}`];
  if (command === 'install') return words.filter((word) => !word.startsWith('http') && !KNOWN.has(word)).map((word) => `no package of this repository has or uses ${word}`);
  const script = command === 'run' ? words[0] : command;
  const { scripts = {} } = readPackage(folder);
  return scripts[script] ? [] : [`there is no script ${script} in ${folder}`];
}

/** Whether an address is that of a package that the server has. */
function isServed(address) {
  const name = /\/sdk\/[\d.]+\/(\w+)\.tgz$/.exec(address)?.[1];
  return name !== undefined && existsSync(join(ROOT, 'web', name, 'package.json'));
}

function readPackage(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The packages that this repository has or uses. */
const KNOWN = new Set(
  ['web', 'tests/e2e', 'examples', ...readdirSync(join(ROOT, 'web')).map((name) => `web/${name}`)].flatMap((folder) => {
    const { dependencies, devDependencies, name } = readPackage(join(ROOT, folder));
    return [name, ...Object.keys({ ...dependencies, ...devDependencies })];
  }),
);
