// The container file: small, without root and without a shell, built from what is there.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { parlour } from '../e2e/server.js';
import { BINARY, needs, path, read, run, settings } from './checkout.js';

/** The stages: each a list of `[instruction, text]`. */
const stages = [];
for (const line of read('deploy/Containerfile').replaceAll('\\\n', ' ').split('\n')) {
  if (line === '' || line.startsWith('#')) continue;
  const [, instruction, text] = /^([A-Z]+) +(.*)$/.exec(line) ?? assert.fail(`not an instruction: ${line}`);
  if (instruction === 'FROM') stages.push([]);
  stages.at(-1).push([instruction, text.trim()]);
}
const last = stages.at(-1);
const all = (stage, wanted) => stage.filter(([instruction]) => instruction === wanted).map(([, text]) => text);
const one = (stage, wanted) => {
  const found = all(stage, wanted);
  assert.equal(found.length, 1, `${wanted}: ${found}`);
  return found[0];
};

test('the image has no root, no shell and no compiler', () => {
  assert.ok(stages.length >= 2, 'it is built in stages');
  assert.match(one(last, 'FROM'), /distroless\/cc-debian\d+:nonroot$/);
  assert.match(one(last, 'USER'), /^[1-9]\d*:[1-9]\d*$/, 'a number, so that nobody must look a name up');
  assert.deepEqual(all(last, 'RUN'), []);
  for (const command of ['ENTRYPOINT', 'CMD']) assert.ok(Array.isArray(JSON.parse(one(last, command))), `${command} needs a shell`);
  assert.ok(all(last, 'COPY').every((text) => text.startsWith('--from=')), 'only what was built is copied');
});

test('the data belongs to the account of the image', () => {
  const owner = one(last, 'USER');
  assert.ok(all(stages.at(-2), 'RUN').some((text) => text.includes(`chown ${owner} /image/var/lib/parlour`)));
  assert.equal(one(last, 'VOLUME'), '/var/lib/parlour');
});

test('the image is told where to listen, and says so', async () => {
  const variables = Object.fromEntries(one(last, 'ENV').split(' ').map((pair) => pair.split('=')));
  assert.equal(variables.PARLOUR_LISTEN, `0.0.0.0:${one(last, 'EXPOSE')}`);
  assert.equal(variables.PARLOUR_DATA, one(last, 'VOLUME'));
  const shown = await run(BINARY, ['config', 'show'], { env: settings(variables) });
  assert.match(shown, /PARLOUR_LISTEN/);
});

test('its health check is a command of the binary', async () => {
  const [, command] = /CMD (\[.*\])$/.exec(one(last, 'HEALTHCHECK'));
  const [binary, ...args] = JSON.parse(command);
  assert.equal(binary, JSON.parse(one(last, 'ENTRYPOINT'))[0]);
  assert.match(await parlour(...args, '--help'), /--listen/);
});

test('it is built with the Rust of the checkout from files that are there', () => {
  const [, rust] = /channel = "([\d.]+)"/.exec(read('rust-toolchain.toml'));
  assert.ok(stages.some((stage) => one(stage, 'FROM').startsWith(`rust:${rust}-`)), `rust:${rust} builds it`);
  for (const [file] of stages.flatMap((stage) => all(stage, 'COPY')).filter((text) => !text.startsWith('--from=')).map((text) => text.split(' '))) {
    assert.ok(existsSync(path(file)), `${file} is copied`);
  }
});

test('the binary needs nothing but the C library', needs('ldd'), async () => {
  const libraries = (await run('ldd', [BINARY])).trim().split('\n').map((line) => line.trim().split(/[\s/]+/).find((word) => /\.so/.test(word)));
  const ofTheImage = /^(linux-vdso|ld-linux[\w-]*|libc|libm|libgcc_s|libpthread|libdl|librt)\.so/;
  assert.deepEqual(libraries.filter((library) => !ofTheImage.test(library)), []);
});
