// The cost of durability: moves per second and their latency with `durable = true` and `false`, and with the data in memory (a
// RAM disk, where a sync is free), under the same load.
// `node durability.mjs [--games 64] [--seconds 4] [--rounds 3]`

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hangUp, pair } from '../e2e/player.js';
import { Server } from '../e2e/server.js';

/** Nine cells without a line, so that a game is as long as possible. */
const DRAWN_GAME = [4, 0, 2, 6, 3, 5, 1, 7, 8];

const number = (usual) => ({ type: 'string', default: String(usual) });
const { values } = parseArgs({ options: { games: number(64), seconds: number(4), rounds: number(3) } });
const [games, seconds, rounds] = [values.games, values.seconds, values.rounds].map(Number);

const modes = [
  { name: 'durable', settings: { durable: true }, elapsed: 0, latencies: [] },
  { name: 'fast', settings: { durable: false }, elapsed: 0, latencies: [] },
];
const RAM_DISK = '/dev/shm';
if (existsSync(RAM_DISK)) {
  modes.push({ name: 'memory', settings: { durable: false }, place: { folder: RAM_DISK }, elapsed: 0, latencies: [] });
}
for (const mode of modes) {
  mode.server = await Server.start(mode.settings, mode.place);
  mode.tables = [];
  for (let game = 0; game < games; game += 1) mode.tables.push(await pair(mode.server));
}
// Alternating, so that other load on the machine affects all modes.
for (let round = 0; round < rounds; round += 1) {
  for (const mode of modes) await measure(mode);
}
report();
for (const { server } of modes) {
  await hangUp(server);
  await server.stop();
}

/** Runs all games for a while, each in lockstep: the next move is sent when the last one is acknowledged. */
async function measure(mode) {
  const began = performance.now();
  await Promise.all(mode.tables.map((players) => playOn(mode, players, began + seconds * 1000)));
  mode.elapsed += (performance.now() - began) / 1000;
}

async function playOn(mode, players, until) {
  while (performance.now() < until) {
    for (const [ply, position] of DRAWN_GAME.entries()) {
      const sent = performance.now();
      const { ok, error } = await players[ply % 2].play(position, { ply });
      if (!ok) throw new Error(error);
      mode.latencies.push(performance.now() - sent);
    }
    for (const player of players) await player.do('game:rematch', player.here);
    await Promise.all(players.map((player) => player.started()));
    players.reverse(); // a rematch swaps seats
  }
}

function report() {
  console.log(`${games} games in lockstep, ${rounds} × ${seconds} s each`);
  console.log('mode       moves/s   p50 ms   p99 ms');
  for (const mode of modes) {
    mode.latencies.sort((one, other) => one - other);
    mode.rate = mode.latencies.length / mode.elapsed;
    const at = (part) => mode.latencies[Math.floor(part * (mode.latencies.length - 1))].toFixed(1);
    console.log(`${mode.name.padEnd(8)} ${mode.rate.toFixed(0).padStart(9)} ${at(0.5).padStart(8)} ${at(0.99).padStart(8)}`);
  }
  const [durable, ...others] = modes;
  for (const { name, rate } of others) console.log(`durable reaches ${((100 * durable.rate) / rate).toFixed(0)} % of ${name}`);
}
