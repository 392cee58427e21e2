// Runs the fault tests and prints the result of each: `node run.js [--short] [--cluster] [name…]`.

import { readdir } from 'node:fs/promises';
import { Skipped } from './scene.js';

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const short = process.argv.includes('--short');
/** One server, or several nodes. */
const folder = process.argv.includes('--cluster') ? 'cluster' : 'scenes';
/** The lists of sentences that a verdict has, each with its column; those about nodes have deadlines. */
const COUNTED = {
  lost: 'lost',
  repeated: 'made twice',
  twice: 'ended twice',
  ...(folder === 'cluster' ? { missed: 'deadlines missed' } : {}),
  untold: 'never told',
  forfeits: 'forfeits wrong',
};
const COLUMNS = ['fault', 'happened', 'acknowledged moves', ...Object.values(COUNTED), 'outcome'];

const rows = [];
for (const scene of await scenes()) {
  const began = performance.now();
  const row = await outcome(scene);
  rows.push(row);
  const reason = row.at(-1) === 'SKIP' ? `: ${row[1]}` : '';
  console.log(`${row.at(-1)} ${scene.name} (${((performance.now() - began) / 1000).toFixed(1)} s)${reason}`);
}
print([COLUMNS, ...rows]);
const count = (word) => rows.filter((row) => row.at(-1) === word).length;
console.log(`${count('PASS')} passed, ${count('FAIL')} failed, ${count('SKIP')} skipped`);
process.exit(count('FAIL') === 0 ? 0 : 1);

async function scenes() {
  const files = (await readdir(new URL(`${folder}/`, import.meta.url))).sort();
  const chosen = files.filter((file) => wanted.length === 0 || wanted.some((word) => file.startsWith(word)));
  if (chosen.length === 0) throw new Error(`no scene begins with ${wanted.join(' or ')}; there are ${files.join(', ')}`);
  return Promise.all(chosen.map((file) => import(`./${folder}/${file}`)));
}

async function outcome({ name, run }) {
  const blank = Object.keys(COUNTED).map(() => '');
  try {
    const { happened, acknowledged, ...verdict } = await run({ short });
    const lists = Object.keys(COUNTED).map((kind) => verdict[kind]);
    const wrong = [...lists.flat(), ...verdict.other];
    for (const sentence of wrong.slice(0, 10)) console.log(`  ${sentence}`);
    if (wrong.length > 10) console.log(`  and ${wrong.length - 10} more`);
    const good = wrong.length === 0 && acknowledged > 0;
    return [name, happened, acknowledged, ...lists.map((list) => list.length), good ? 'PASS' : 'FAIL'];
  } catch (error) {
    if (error instanceof Skipped) return [name, error.message, '', ...blank, 'SKIP'];
    console.log(`  ${error.stack}`);
    return [name, error.message.split('\n')[0], '', ...blank, 'FAIL'];
  }
}

function print(table) {
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => String(row[column]).length)));
  for (const row of table) console.log(row.map((cell, column) => String(cell).padEnd(widths[column])).join('  ').trimEnd());
}
