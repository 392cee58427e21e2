// Every link leads somewhere: those of the pages to pages and headings, those of the Markdown files to files and headings.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { slug } from '../../web/docs/src/slug.js';
import { addresses, html } from './site.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('every link of a page leads to a page of the documents and to an anchor on it', async () => {
  const pages = new Map();
  for (const address of await addresses()) pages.set(address, await html(address));
  const anchors = (address) => new Set([...pages.get(address).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const broken = [];
  let seen = 0;
  for (const [address, text] of pages) {
    for (const [, href] of text.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      if (/^https?:\/\//.test(href)) continue;
      seen += 1;
      const [path, anchor] = href.split('#');
      const target = path === '' ? address : posix.join(posix.dirname(address), path).replace(/^\.\/?$/, 'index').replace(/\/$/, '') || 'index';
      if (!pages.has(target)) broken.push(`${address}: ${href} (no page ${target})`);
      else if (anchor && !anchors(target).has(anchor)) broken.push(`${address}: ${href} (no such anchor)`);
    }
  }
  assert.ok(seen > 500, `only ${seen} links`);
  assert.deepEqual(broken, []);
});

test('every picture, script and style of a page is a file of the documents', async () => {
  for (const address of await addresses()) {
    const sources = [...(await html(address)).matchAll(/<(?:img|script|link) [^>]*?(?:src|href)="([^"]*)"/g)].map(([, source]) => source);
    assert.ok(sources.length > 3, address);
    for (const source of sources) assert.ok(existsSync(posix.join(ROOT, 'web/docs/dist', posix.dirname(address), source)), `${address}: ${source}`);
  }
});

test('every anchor of a page is there once', async () => {
  for (const address of await addresses()) {
    const ids = [...(await html(address)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(ids.filter((id, place) => ids.indexOf(id) !== place), [], address);
  }
});

test('every link of a Markdown file leads to a file, and to a heading of it', async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.md'], { cwd: ROOT });
  const broken = [];
  for (const file of stdout.trim().split('\n')) {
    const text = readFileSync(ROOT + file, 'utf8').replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, 'code');
    for (const [, href] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:\/\//.test(href)) continue;
      const [path, anchor] = href.split('#');
      const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
      if (!existsSync(ROOT + target)) broken.push(`${file}: ${href}`);
      else if (anchor && !isGenerated(target) && !headings(target).has(anchor)) broken.push(`${file}: ${href} (no such heading)`);
    }
  }
  assert.deepEqual(broken, []);
});

/** Whether the page of a file has headings that are written when the pages are built; the test above looks at those. */
function isGenerated(file) {
  return ['docs/rest.md', 'docs/events.md', 'docs/rules.md'].includes(file);
}

function headings(file) {
  const taken = new Map();
  const text = readFileSync(ROOT + file, 'utf8').replace(/^ *```[^]*?^ *```$/gm, '');
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => slug(heading, taken)));
}
