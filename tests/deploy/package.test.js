// The Debian package: built with the binary, installed into a temporary root, used, and removed.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BINARY, needs, path, read, run, works } from './checkout.js';

/** Root, or what pretends to be. */
const asRoot = process.getuid() === 0 ? [] : ['fakeroot'];
const skip = needs('dpkg-deb').skip || needs('dpkg').skip || (asRoot.length > 0 && needs('fakeroot').skip);

/** The project's own command, which xtask names when it runs the tests. */
const XTASK = process.env.XTASK ? [process.env.XTASK] : ['cargo', 'xtask'];

let folder;
let root;
let file;
before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), 'parlour-deb-'));
  root = join(folder, 'root');
  file = await built('first');
  await mkdir(join(root, 'var/lib/dpkg/info'), { recursive: true });
  await mkdir(join(root, 'var/lib/dpkg/updates'));
  await mkdir(join(root, 'etc/systemd/system'), { recursive: true }); // every Debian has it
  await writeFile(join(root, 'var/lib/dpkg/status'), await installedLibraries());
});
after(() => folder && rm(folder, { recursive: true }));

test('the package is installed, used, removed and purged, and nothing is left', { skip }, async (t) => {
  const before = await files(root);
  await dpkg('--install', file);
  await t.test('it has what an operator needs', async () => {
    for (const name of ['usr/bin/parlour', 'usr/lib/systemd/system/parlour.service', 'usr/share/man/man1/parlour.1.gz',
      'usr/share/bash-completion/completions/parlour', 'usr/share/doc/parlour/copyright', 'usr/share/doc/parlour/operating.md']) {
      assert.ok(existsSync(join(root, name)), name);
    }
    assert.equal(await run(join(root, 'usr/bin/parlour'), ['--version']), await run(BINARY, ['--version']));
    assert.match(await run(join(root, 'usr/bin/parlour'), ['config', 'check', join(root, 'etc/parlour/parlour.toml')]), /\S/);
  });
  await t.test('only root reads the configuration, which may hold secrets', async () => {
    assert.equal((await stat(join(root, 'etc/parlour/parlour.toml'))).mode & 0o777, 0o600);
    assert.equal((await stat(join(root, 'etc/parlour'))).mode & 0o777, 0o755);
  });
  await t.test('the unit starts the installed binary with the installed configuration', needs('systemd-analyze'), async () => {
    const unit = read('deploy/systemd/parlour.service');
    const [, binary] = /^ExecStart=(\S+)/m.exec(unit);
    const [, configuration] = /^LoadCredential=[^:]+:(\S+)$/m.exec(unit);
    assert.ok(existsSync(join(root, binary)) && existsSync(join(root, configuration)));
    const copy = join(folder, 'parlour.service'); // the units it needs are those of this machine, the binary is not
    await writeFile(copy, unit.replace(`ExecStart=${binary}`, `ExecStart=${join(root, binary)}`));
    await run('systemd-analyze', ['verify', '--man=no', copy]);
  });
  await t.test('the service is enabled', needs('deb-systemd-helper', '--help'), () => {
    assert.ok(existsSync(join(root, 'etc/systemd/system/multi-user.target.wants')), 'it starts with the machine');
  });
  await t.test('the licences of every library are there', async () => {
    const licences = await run('gzip', ['-dc', join(root, 'usr/share/doc/parlour/third-party-licences.txt.gz')]);
    for (const name of ['tokio', 'rusqlite', 'clap']) assert.match(licences, new RegExp(`^${name} [\\d.]+: .*MIT`, 'm'));
    assert.doesNotMatch(licences, /^proptest /m, 'what only tests is not in the binary');
  });
  await t.test('dpkg finds every file as it was packed', async () => assert.equal(await dpkg('--verify', 'parlour'), ''));
  await t.test('the manual page can be read and lists every command', needs('man'), async () => {
    const page = await run('man', ['--warnings', '--local-file', join(root, 'usr/share/man/man1/parlour.1.gz')], { env: { ...process.env, MANWIDTH: '80' } });
    for (const command of ['serve', 'health', 'migrate', 'pdn']) assert.match(page, new RegExp(`^ +${command}\\b`, 'm'));
  });
  await writeFile(join(root, 'etc/parlour/parlour.toml'), '# changed by the operator\n');
  await dpkg('--remove', 'parlour');
  assert.ok(!existsSync(join(root, 'usr/bin/parlour')));
  assert.equal(await readFile(join(root, 'etc/parlour/parlour.toml'), 'utf8'), '# changed by the operator\n');
  await dpkg('--purge', 'parlour');
  const ofDpkg = (name) => !name.startsWith('var/lib/') && !name.startsWith('var/log/');
  assert.deepEqual((await files(root)).filter(ofDpkg), before.filter(ofDpkg));
});

test('the same sources and binary make the same package', { skip }, async () => {
  const second = await readFile(await built('second'));
  assert.ok(second.equals(await readFile(file)), 'the two packages differ');
});

/** Builds the package in a folder of its own; gives the path of the file. */
async function built(name) {
  const [program, ...args] = [...XTASK, 'deb', '--binary', BINARY, '--out', join(folder, name)];
  return (await run(program, args, { cwd: path('') })).trim().split('\n').at(-1);
}

/** Runs dpkg on the temporary root; scripts of the package see it as DPKG_ROOT. */
async function dpkg(...args) {
  const options = [`--root=${root}`, '--force-script-chrootless', '--log=/dev/null'];
  const [program, ...rest] = [...asRoot, 'dpkg', ...options, ...args];
  // fakeroot forgets who owns what between runs.
  return run(program, asRoot.length > 0 ? [...rest, '--force-not-root'] : rest);
}

/** The libraries of this machine that the package may depend on, as installed in the temporary root. */
async function installedLibraries() {
  const format = 'Package: ${Package}\nStatus: install ok installed\nArchitecture: ${Architecture}\nVersion: ${Version}\nMaintainer: x\nDescription: x\n\n';
  const libraries = ['libc6', 'libgcc-s1'].filter((name) => works('dpkg-query', '--show', name));
  return run('dpkg-query', ['--show', `--showformat=${format}`, ...libraries]);
}

async function files(at) {
  return (await readdir(at, { recursive: true })).sort();
}
