// Every block of code in the documents and in every README is run or compiled; what cannot be is marked with a reason, and counted.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { Server } from '../e2e/server.js';
import { ROOT, blocks, documents } from './blocks.js';
import { problemsOfShell } from './shell.js';
import { problemsOfTypes } from './typescript.js';

/** How many blocks cannot be run. One more is a decision: its reason stands above it. */
const MARKED = 7;

const all = documents().flatMap(blocks);
const of = (...languages) => all.filter(({ language, reason }) => languages.includes(language) && !reason);
const place = ({ file, line }) => `${file}:${line}`;

test('every block has a language that this test knows', () => {
  const known = ['sh', 'js', 'ts', 'tsx', 'html', 'rust', 'python', 'php', 'toml', 'ini', 'json', 'text'];
  const unknown = all.filter(({ language, reason }) => !reason && !known.includes(language));
  assert.deepEqual(unknown.map((block) => `${place(block)}: ${block.language}`), []);
  assert.ok(all.length > 50, 'the blocks are found');
});

test('blocks that cannot be run have a reason, and are not more than before', (t) => {
  const marked = all.filter(({ reason }) => reason);
  for (const block of marked) t.diagnostic(`${place(block)}: ${block.reason}`);
  const texts = all.filter(({ language }) => language === 'text');
  t.diagnostic(`${all.length - marked.length - texts.length} blocks are run, compiled or checked, ${marked.length} are not, ${texts.length} are text`);
  assert.equal(marked.length, MARKED);
});

test('commands exist, with their options, scripts, files and folders', () => {
  const problems = of('sh').flatMap((block) => problemsOfShell(block).map((problem) => `${place(block)}: ${problem}`));
  assert.deepEqual(problems, []);
});

test('TypeScript compiles against the packages', () => {
  assert.deepEqual(problemsOfTypes(of('ts', 'tsx')), []);
});

test('JavaScript, and the scripts of HTML, can be read', () => {
  const scripts = of('html').flatMap((block) => [...block.text.matchAll(/<script type="module">([^]*?)<\/script>/g)].map(([, text]) => ({ ...block, text })));
  for (const block of [...of('js'), ...scripts]) {
    const { status, stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], { input: block.text, encoding: 'utf8' });
    assert.equal(status, 0, `${place(block)}: ${stderr}`);
  }
});

test('HTML closes what it opens', () => {
  const empty = ['meta', 'link', 'input', 'br', 'img'];
  for (const block of of('html')) {
    const open = [];
    for (const [, end, tag] of block.text.replace(/<script[^>]*>[^]*?<\/script>|<!--[^]*?-->|<!doctype[^>]*>/g, '').matchAll(/<(\/?)([a-z][\w-]*)[^>]*>/g)) {
      if (empty.includes(tag)) continue;
      if (end) assert.equal(open.pop(), tag, place(block));
      else open.push(tag);
    }
    assert.deepEqual(open, [], place(block));
  }
});

test('Python runs against a server', async (t) => {
  const server = await Server.start({}, { dev: true });
  t.after(() => server.stop());
  const env = { ...process.env, GAMES_URL: server.url, GAMES_API_KEY: await server.devKey(), PYTHONPATH: join(ROOT, 'sdks/python/src') };
  for (const block of of('python')) {
    const { status, stderr } = spawnSync('python3', ['-'], { input: block.text, encoding: 'utf8', env });
    assert.equal(status, 0, `${place(block)}: ${stderr}`);
  }
});

test('Rust is in a file that a crate includes as its documentation, so that the documentation tests run it', () => {
  const libraries = readdirSync(join(ROOT, 'crates')).map((name) => `crates/${name}/src/lib.rs`).filter((file) => existsSync(join(ROOT, file)));
  const includes = (file) => libraries.some((library) => readFileSync(join(ROOT, library), 'utf8').includes(`include_str!("${relative(dirname(library), file)}")`));
  for (const block of of('rust')) assert.ok(includes(block.file), place(block));
});

test('JSON and settings can be read', () => {
  for (const block of of('json')) assert.doesNotThrow(() => JSON.parse(block.text), place(block));
  for (const block of of('toml')) {
    const { status, stderr } = spawnSync('python3', ['-c', 'import sys, tomllib; tomllib.loads(sys.stdin.read())'], { input: block.text, encoding: 'utf8' });
    assert.equal(status, 0, `${place(block)}: ${stderr}`);
  }
  for (const block of of('ini')) {
    const lines = block.text.split('\n').filter(Boolean);
    assert.ok(lines.every((line) => /^\[\w+\]$|^\w+=/.test(line)), place(block));
  }
});
