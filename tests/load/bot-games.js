// A thousand games against bots at the same time: every one must end, nothing may go wrong, no handler may block.
// `cargo xtask bench games` runs it; GAMES and LEVEL change the load.

import { io } from '../e2e/node_modules/socket.io-client/build/esm/index.js';

import { chance } from '../e2e/draughts.js';
import { Server } from '../e2e/server.js';

const GAMES = Number(process.env.GAMES ?? 1000);
const LEVEL = process.env.LEVEL ?? 'easy';
const VARIANTS = ['english', 'russian', 'brazilian', 'italian', 'turkish', 'thai', 'buff-and-green', 'czech'];
/** A game that has not moved for so long counts as stuck. */
const STUCK_AFTER = 300_000;

const server = await Server.start({ 'limits.connections_per_address': GAMES + 100, 'limits.connections': GAMES + 100 });
const started = performance.now();
const outcomes = new Map();
const problems = [];
let moves = 0;

await Promise.all(Array.from({ length: GAMES }, (_, index) => play(index)));

const seconds = (performance.now() - started) / 1000;
const slow = server.log.split('\n').filter((line) => line.includes('slow handler')).length;
await server.stop();
console.log(`games      ${GAMES} at once against ${LEVEL} bots, in ${VARIANTS.length} variants`);
console.log(`ended      ${[...outcomes].map(([reason, count]) => `${reason} ${count}`).join(', ')}`);
console.log(`moves      ${moves} of humans in ${seconds.toFixed(1)} s, ${(moves / seconds).toFixed(0)} a second`);
console.log(`problems   ${problems.length}${problems.length ? `: ${problems.slice(0, 5).join('; ')}` : ''}`);
console.log(`slow       ${slow} steps of handlers above 50 ms on the runtime`);
process.exitCode = problems.length || slow ? 1 : 0;

/** Plays one whole game with random legal moves. */
function play(index) {
  const random = chance(index + 1);
  const variant = VARIANTS[index % VARIANTS.length];
  return new Promise((resolve) => {
    const socket = io(`${server.url}/checkers`, { transports: ['websocket'], forceNew: true });
    const watchdog = setTimeout(() => end('stuck'), STUCK_AFTER);
    let game;
    let over = false;

    socket.on('connect', () => socket.emit('matchmaking:join', { username: `p${index}`, wantsBot: true, botDifficulty: LEVEL, variant }));
    socket.on('connect_error', (error) => end(error.message));
    socket.on('game:error', (error) => end(`${error.event}: ${error.error}`));
    socket.on('disconnect', (reason) => over || end(reason));
    socket.on('game:started', (state) => {
      game = state;
      turn();
    });
    socket.on('game:move:made', ({ currentTurn }) => currentTurn === 0 && turn());
    socket.on('game:over', ({ reason }) => {
      over = true;
      outcomes.set(reason, (outcomes.get(reason) ?? 0) + 1);
      end();
    });

    function turn() {
      const { roomId, playerId } = game;
      socket.emit('game:get_moves', { roomId, playerId }, (answer) => {
        if (over) return;
        if (!answer.ok) return end(answer.error);
        if (answer.moves.length === 0) return;
        const move = answer.moves[random(answer.moves.length)];
        moves += 1;
        socket.emit('game:move', { roomId, playerId, move }, (made) => made.ok || over || end(made.error));
      });
    }

    function end(problem) {
      if (problem) problems.push(`game ${index} (${variant}): ${problem}`);
      over = true;
      clearTimeout(watchdog);
      socket.disconnect();
      resolve();
    }
  });
}
