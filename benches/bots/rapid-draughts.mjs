// Plays English draughts with npm `rapid-draughts`. Each line of input is `MILLISECONDS MOVE MOVE …`, the moves from the start
// as `FROM TO CAPTURED …` with commas; the answer is the move in the same form.
import { createInterface } from 'node:readline';
import { EnglishDraughts, EnglishDraughtsComputerFactory } from 'rapid-draughts/english';

const key = ({ origin, destination, captures }) =>
  [origin + 1, destination + 1, ...captures.map((square) => square + 1).sort((a, b) => a - b)].join(',');

function milliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// The package has no limit in time: it searches deeper as long as the next depth probably fits.
async function choose(draughts, limit) {
  if (draughts.moves.length === 1) return draughts.moves[0];
  const begun = milliseconds();
  let best = draughts.moves[0];
  let last = 0;
  for (let depth = 1; depth < 30; depth += 1) {
    const before = milliseconds();
    const move = await EnglishDraughtsComputerFactory.alphaBeta({ maxDepth: depth })(draughts);
    if (move) best = move;
    const now = milliseconds();
    const growth = last > 1 ? Math.min(8, Math.max(2, (now - before) / last)) : 4;
    last = now - before;
    if (now - begun + last * growth > limit) break;
  }
  return best;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [limit, ...moves] = line.trim().split(/\s+/);
  const draughts = EnglishDraughts.setup();
  for (const text of moves) draughts.move(draughts.moves.find((move) => key(move) === text));
  console.log(key(await choose(draughts, Number(limit))));
}
