// Recorded games of checkers, played on a server.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pair } from './player.js';

const GAMES = JSON.parse(readFileSync(new URL('fixtures/games.json', import.meta.url)));

/** Plays a recorded game; returns the record, both players, and which of them is to move. */
export async function playRecorded(server, name) {
  const { variant, moves, next } = recorded(name);
  const players = await pair(server, 'checkers', { variant });
  for (const [ply, move] of moves.entries()) {
    const answer = await players[ply % 2].play(move);
    assert.equal(answer.ok, true, answer.error);
  }
  // The other player may be on another node, which hears of the last move a moment later.
  for (const player of players) await player.next('game:move:made', ({ moveHistory }) => moveHistory.length === moves.length);
  const turn = moves.length % 2;
  return { players, mover: players[turn], other: players[1 - turn], variant, moves, next, turn };
}

/** The shortest of many random games that reaches something rare: its moves, and the moves it is about. */
function recorded(name) {
  const { variant, moves, next } = GAMES[name];
  const move = ([from, path, captures = []]) => ({ from, to: path.at(-1), captures, path });
  return { variant, moves: moves.map(move), next: next.map(move) };
}
