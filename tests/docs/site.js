// The built pages of the documents.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../web/docs/dist/', import.meta.url));

/** The address of each page below /docs/, such as `quick-start`. */
export async function addresses() {
  const files = await readdir(DIST, { recursive: true });
  return files.filter((name) => name.endsWith('.html')).map((name) => name.slice(0, -'.html'.length)).sort();
}

/** The HTML of a page. */
export function html(address) {
  return readFile(`${DIST}${address}.html`, 'utf8');
}
