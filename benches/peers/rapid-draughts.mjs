// Counts leaves of English draughts with npm `rapid-draughts`, leaves in bulk; prints leaves and CPU seconds.
import { EnglishDraughtsEngineFactory } from 'rapid-draughts/english';

function leaves(engine, depth) {
  const moves = engine.moves;
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    const next = engine.clone();
    next.move(move);
    count += leaves(next, depth - 1);
  }
  return count;
}

const depth = Number(process.argv[2]);
leaves(EnglishDraughtsEngineFactory.setup(), Math.min(depth, 6)); // lets the compiler see the code first
const before = process.cpuUsage();
const count = leaves(EnglishDraughtsEngineFactory.setup(), depth);
const { user, system } = process.cpuUsage(before);
console.log(count, (user + system) / 1e6);
