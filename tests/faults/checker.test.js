// The checker finds every violation: each promise has a journal that breaks it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from './checker.js';

const ROOM = 'room_1';
const over = { winner: 'ada', reason: 'victory' };
const stored = { moves: [{ move: '4', player: 'ada' }, { move: '0', player: 'ben' }], result: over };

const connected = { kind: 'connected' };
const heard = (name, seq, more = {}) => ({ kind: 'heard', name, room: ROOM, seq, ...more });
/** The first event of a watcher, who knows the game from it and need not receive its end. */
const watching = (seq) => heard('game:spectate:joined', seq);
const made = (seq, ply, move) => heard('game:move:made', seq, { ply, move });
const acknowledged = (ply, move) => ({ kind: 'acknowledged', room: ROOM, ply, move });
/** The moves of a record, as their players sent them. */
const sent = ({ moves }) => moves.map(({ move }, ply) => ({ kind: 'sent', room: ROOM, ply, move }));

/** Judges journals by the record and compares the number of complaints of each kind. */
function check(journals, wrong = {}, record = stored) {
  const { acknowledged: _, ...lists } = judge([sent(record), ...journals], new Map([[ROOM, record]]));
  const counts = Object.fromEntries(Object.entries(lists).map(([kind, list]) => [kind, list.length]));
  assert.deepEqual(counts, { lost: 0, repeated: 0, twice: 0, untold: 0, forfeits: 0, other: 0, ...wrong }, JSON.stringify(lists));
}

test('a game that went well has no complaint', () => {
  const ada = [connected, heard('game:started', 1), made(2, 0, '4'), acknowledged(0, '4'), made(3, 1, '0'), heard('game:over', 4, over)];
  const ben = [connected, heard('game:started', 1), made(2, 0, '4'), connected, heard('game:reconnected', 4), heard('game:over', 4, over)];
  check([ada, ben]);
  assert.equal(judge([ada, ben], new Map([[ROOM, stored]])).acknowledged, 1);
});

test('an acknowledged move that is not stored is lost', () => {
  check([[acknowledged(2, '8')]], { lost: 1 });
});

test('an acknowledged move that is stored at another place is lost', () => {
  check([[acknowledged(1, '4')]], { lost: 1 });
});

test('a move that was shown and is not stored is lost', () => {
  check([[connected, watching(1), made(2, 0, '5')]], { lost: 1 });
});

test('an end that a player never heard of is noticed', () => {
  check([[connected, heard('game:started', 1), made(2, 0, '4'), made(3, 1, '0')]], { untold: 1 });
  check([[connected, heard('game:spectate:joined', 3)]]);
});

test('a second game:over is one too many', () => {
  check([[connected, heard('game:reconnected', 4), heard('game:over', 4, over), heard('game:over', 4, over)]], { twice: 1 });
});

test('an end that differs from the stored one is a second end', () => {
  check([[connected, heard('game:reconnected', 4), heard('game:over', 4, { winner: 'ben', reason: 'victory' })]], { twice: 1 });
});

test('two clients who hear different ends disagree', () => {
  const told = (winner) => [connected, heard('game:reconnected', 3), heard('game:over', 4, { winner, reason: 'victory' })];
  check([told('ada'), told('ben')], { twice: 1, other: 1 });
});

test('a number left out is a gap', () => {
  check([[connected, watching(1), made(3, 0, '4')]], { other: 1 });
});

test('a number that comes again is not the next', () => {
  check([[connected, watching(1), made(2, 0, '4'), made(2, 0, '4')]], { other: 1 });
});

test('a client is never brought back behind what it knew', () => {
  check([[connected, watching(1), made(2, 0, '4'), connected, watching(1)]], { other: 1 });
});

test('a number that stood for another move before the restart is noticed', () => {
  const one = [connected, watching(1), made(2, 0, '4')];
  const two = [connected, watching(1), heard('player:disconnected', 2)];
  check([one, two], { other: 1 });
});

for (const reason of ['disconnect', 'afk_timeout']) {
  test(`a game that ended by ${reason} was wrongly forfeited`, () => {
    check([], { forfeits: 1 }, { moves: [], result: { winner: 'ada', reason } });
  });
}

test('a game without an end is stuck', () => {
  check([], { other: 1 }, { moves: [], result: null });
});

test('a room that the store does not know is noticed', () => {
  const verdict = judge([], new Map([[ROOM, undefined]]));
  assert.equal(verdict.other.length, 1);
});

test('a move that was played twice is noticed', () => {
  const again = [...stored.moves, { move: '4', player: 'ada' }];
  check([], { repeated: 1 }, { moves: again, result: over });
});

test('a stored move that nobody sent for its position was made twice', () => {
  const verdict = judge([sent(stored).slice(0, 1)], new Map([[ROOM, stored]]));
  assert.deepEqual(verdict.repeated, [`${ROOM}: nobody sent 0 as move 1`]);
});

test('turns that do not alternate are noticed', () => {
  check([], { repeated: 1 }, { moves: [{ move: '4', player: 'ada' }, { move: '0', player: 'ada' }, { move: '1', player: 'ben' }], result: over });
});

test('a refusal is noticed unless it says "not now" or "not any more"', () => {
  const refused = (code) => ({ kind: 'refused', event: 'game:move', code });
  check([[refused('unavailable'), refused('stale_ply'), refused('not_your_turn')]], { other: 2 });
});

test('a seat that was taken over must come back to its client', () => {
  const taken = { kind: 'refused', event: 'game:move', code: 'taken_over' };
  check([[connected, watching(1), taken]], { other: 1 });
  check([[connected, watching(1), taken, heard('game:reconnected', 2), heard('game:over', 3, over)]]);
  check([[connected, watching(1), taken, { kind: 'lost' }]]);
});
