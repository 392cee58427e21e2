// The blocks of code in the documents and in every README.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files whose blocks are checked: everything in docs, every README, and what the documents show besides. */
export function documents() {
  const files = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  return files.filter((file) => /^docs\/|(^|\/)README\.md$|^(ARCHITECTURE|CONTRIBUTING|SECURITY)\.md$/.test(file));
}

/**
 * The blocks of a Markdown file: `language`, `name` (of the file to save it in, or the terminal), `text`, `line`, and `reason` if a
 * comment `<!-- not run: reason -->` above it says why it cannot be run.
 */
export function blocks(file) {
  const text = readFileSync(ROOT + file, 'utf8');
  return [...text.matchAll(/(?:^ *<!-- not run: ([^\n]*?) -->\n)?^( *)```(\S*) *([^\n]*)\n([^]*?)^ *```$/gm)].map((match) => {
    const [, reason, indent, language, name, body] = match;
    const line = text.slice(0, match.index).split('\n').length + (reason ? 1 : 0);
    return { file, line, reason, language, name, text: body.replace(new RegExp(`^${indent}`, 'gm'), '') };
  });
}
