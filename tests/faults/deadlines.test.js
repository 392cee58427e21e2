// The judge of deadlines: what was missed, and what a fault excuses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Disturbances, judgeDeadlines } from './deadlines.js';
import { heard } from './recorder.js';

const ROOM = 'room_1';
const DEADLINE = 1_000_000;
const told = [{ kind: 'heard', name: 'player:disconnected', room: ROOM, expiresAt: DEADLINE }];

/** Judges a game that ended so long after its deadline, with disturbances `[kind, from, to]` relative to it. */
function missed(late, disturbances = []) {
  const known = new Disturbances();
  for (const [kind, from, to] of disturbances) known.add(kind, DEADLINE + from, DEADLINE + to);
  const ended = late === null ? {} : { result: { winner: 'ada', reason: 'disconnect' }, endedAt: DEADLINE + late };
  return judgeDeadlines([told], new Map([[ROOM, ended]]), known).missed.length;
}

test('a game that ends at its deadline is in time, and one that does not end is not', () => {
  assert.equal(missed(200), 0);
  assert.equal(missed(20_000), 1);
  assert.equal(missed(null), 1);
});

test('a node that is killed before the deadline excuses the time until its death is noticed', () => {
  assert.equal(missed(6_000, [['kill', -1_000, -1_000]]), 0);
  assert.equal(missed(9_000, [['kill', -1_000, -1_000]]), 1);
  assert.equal(missed(6_000, [['kill', -20_000, -20_000]]), 1);
});

test('a node that stands still excuses no more than its death, once for what it held up and once for the deadline', () => {
  assert.equal(missed(4_000, [['stop', -1_000, 2_000]]), 0);
  assert.equal(missed(8_000, [['stop', -20_000, -10_000]]), 0);
  assert.equal(missed(20_000, [['stop', -1_000, 30_000]]), 1);
});

test('without the database the clocks stand still', () => {
  assert.equal(missed(14_000, [['postgres', -10_000, -2_000]]), 0);
  assert.equal(missed(14_000, [['postgres', 500, 600]]), 1);
});

test('an outage that begins before the deadline which an earlier one has moved moves it again', () => {
  const outages = [['postgres', -10_000, -2_000], ['postgres', 8_000, 18_000], ['postgres', 25_000, 27_000]];
  assert.equal(missed(38_000, outages), 0);
  assert.equal(missed(45_000, outages), 1);
  assert.equal(missed(38_000, outages.slice(1)), 1, 'without the first the game has ended before the others');
});

test('the last deadline that anyone was told counts', () => {
  const later = [...told, { kind: 'heard', name: 'player:disconnected', room: ROOM, expiresAt: DEADLINE + 60_000 }];
  const record = { result: { winner: 'ada', reason: 'disconnect' }, endedAt: DEADLINE + 60_500 };
  const { deadlines, longest } = judgeDeadlines([later], new Map([[ROOM, record]]), new Disturbances());
  assert.deepEqual([deadlines, longest], [1, 500]);
});

test('the deadline of a warning is told by the warning, by the state of the game, and when a player is back', () => {
  const afkWarning = { playerId: 'ada', expiresAt: DEADLINE };
  assert.equal(heard('tictactoe:afk_warning', { roomId: ROOM, ...afkWarning }).expiresAt, DEADLINE);
  assert.equal(heard('game:reconnected', { roomId: ROOM, afkWarning }).expiresAt, DEADLINE);
  assert.equal(heard('player:reconnected', { roomId: ROOM, playerId: 'bob', afkWarning }).expiresAt, DEADLINE);
});
