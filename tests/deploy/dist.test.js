// What is published of a release: every file is there, and is what its checksum says.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BINARY, needs, run } from './checkout.js';

/** The project's own command, which xtask names when it runs the tests. */
const XTASK = process.env.XTASK ? [process.env.XTASK] : ['cargo', 'xtask'];
const { skip } = needs('objcopy');

let folder;
let out;
let printed;
before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), 'parlour-dist-'));
  out = join(folder, 'dist');
  printed = await run(XTASK[0], [...XTASK.slice(1), 'dist', '--binary', BINARY, '--out', out]);
});
after(() => folder && rm(folder, { recursive: true }));

/** The only published file with this ending. */
async function published(ending) {
  const found = (await readdir(out)).filter((name) => name.endsWith(ending));
  assert.equal(found.length, 1, `one file ends with ${ending}: ${found}`);
  return join(out, found[0]);
}

test('every file has a checksum, and it is right', { skip }, async () => {
  const listed = (await readFile(join(out, 'SHA256SUMS'), 'utf8')).trim().split('\n').map((line) => line.split(/\s+/)[1]);
  assert.deepEqual(listed.sort(), (await readdir(out)).filter((name) => name !== 'SHA256SUMS').sort());
  await run('sh', ['-c', 'cd "$0" && sha256sum --check --quiet SHA256SUMS', out]);
});

test('the archive has the stripped binary and what belongs to it', { skip }, async () => {
  await run('tar', ['-xzf', await published('.tar.gz'), '-C', folder, '--strip-components=1']);
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'README.md', 'CHANGELOG.md', 'operating.md', 'parlour.toml', 'third-party-licences.txt']) {
    assert.ok((await stat(join(folder, name))).size > 0, name);
  }
  assert.equal(await run(join(folder, 'parlour'), ['--version']), await run(BINARY, ['--version']));
  assert.ok((await stat(join(folder, 'parlour'))).size < (await stat(BINARY)).size);
  assert.ok((await stat(await published('.debug'))).size > 0);
});

test('the size of the binary and the C library that it needs are told, and the binary tells its target', { skip }, async () => {
  assert.match(printed, /^ *\d+ {2}parlour, stripped$/m);
  const target = /^target +(\S+)$/m.exec(await run(BINARY, ['--version']))?.[1];
  assert.match(await published('.tar.gz'), new RegExp(`-${target}\\.tar\\.gz$`));
  if (target.endsWith('-gnu')) assert.match(printed, /^the binary needs the GNU C library 2\.\d+ or newer$/m);
});

test('the bill of materials names every library, the notes are those of the changelog', { skip }, async () => {
  const bill = JSON.parse(await readFile(await published('.cdx.json'), 'utf8'));
  assert.equal(bill.bomFormat, 'CycloneDX');
  assert.ok(bill.components.some(({ purl }) => /^pkg:cargo\/tokio@/.test(purl)));
  assert.match(await readFile(join(out, 'release-notes.md'), 'utf8'), /^# Parlour \d+\.\d+\.\d+\n\n### /);
});

test('the npm packages are there, with the one that starts projects', { skip }, async () => {
  const packed = (await readdir(out)).filter((name) => name.endsWith('.tgz')).map((name) => name.replace(/-\d+\.\d+\.\d+\.tgz$/, ''));
  assert.deepEqual(packed.sort(), ['create-parlour', 'parlour-board', 'parlour-react', 'parlour-sdk']);
});
