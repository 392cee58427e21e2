// A full game in every variant between two sockets that choose among the legal moves they are told.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { chance, count, Library, replay, sorted, VARIANTS } from './draughts.js';
import { hangUp, pair } from './player.js';
import { parlourReading, Server } from './server.js';

let server;
let cards;
before(async () => {
  server = await Server.start();
  const { body } = await server.call('GET', '/v1/variants');
  cards = new Map(body.games.find(({ game }) => game === 'checkers').variants.map((card) => [card.variant, card]));
});
afterEach(() => hangUp(server));
after(() => server.stop());

/** Plays a game to its end; every board the server tells is the board that the move makes of the one before. */
async function check(variant, seed) {
  const library = await Library.of(cards.get(variant));
  const players = await pair(server, 'checkers', { variant });
  const pick = chance(seed);
  let board = cards.get(variant).start;
  for (let ply = 0; ; ply += 1) {
    const turn = ply % 2;
    const mover = players[turn];
    const { moves } = await mover.do('game:get_moves', mover.here);
    await compare(library, board, turn, moves);
    if (moves.length === 0) return { players, board, turn, plies: ply };
    assert.equal(new Set(moves.map(({ captures }) => captures.length > 0)).size, 1, 'captures and quiet moves never mix');
    const move = moves[pick(moves.length)];
    const { captures, from } = move;
    const man = board[from].type === 'man';
    await mover.do('game:move', { ...mover.here, move, ply });
    const made = await mover.next('game:move:made');
    assert.deepEqual(await players[1 - turn].next('game:move:made'), made);
    board = replay(board, move, made.becameKing);
    assert.deepEqual(made.board, board);
    assert.deepEqual([made.move, made.currentTurn, made.moveHistory.length], [move, 1 - turn, ply + 1]);
    assert.ok(man || !made.becameKing, 'a king does not become one again');
    assert.ok(captures.every((square) => made.board[square] === null));
  }
}

/** The legal moves told by the server are those of the rules library in the same position. */
async function compare(library, board, turn, moves) {
  const expected = sorted(await library.moves(board, turn));
  const told = sorted(moves);
  // The library is shown a position without its past: a Frisian king that has to rest, and a drawn game, are unknown to it.
  if (library.card.variant === 'frisian' || told.length === 0) assert.ok(told.every((move) => expected.includes(move)));
  else assert.deepEqual(told, expected);
}

test('the list of variants is complete', () => {
  assert.deepEqual([...cards.keys()].sort(), [...VARIANTS].sort());
});

for (const variant of VARIANTS) {
  test(`a full game of ${variant} ends with the right game:over`, async () => {
    const { players, board, turn, plies } = await check(variant, 20_240_501);
    const [over, heard] = await Promise.all(players.map((player) => player.next('game:over')));
    assert.deepEqual(heard, over);
    if (over.reason === 'victory') {
      assert.equal(over.winner, players[1 - turn].playerId, 'whoever cannot move has lost');
      assert.equal(over.drawRule, undefined);
      if (count(board, turn ? 'black' : 'red') > 0) {
        assert.deepEqual(await (await Library.of(cards.get(variant))).moves(board, turn), []);
      }
    } else {
      assert.deepEqual([over.reason, over.winner], ['draw', null]);
      assert.match(over.drawRule, /^[a-z_]+$/);
    }
    const { code, text } = await parlourReading(over.pdn, 'pdn', 'check', '--variant', variant, '-');
    assert.equal(code, 0, text);
    assert.ok(plies > 0);
    for (const player of players) {
      const numbers = player.heard.filter(({ name }) => /started|made|over/.test(name)).map(({ payload }) => payload.seq);
      assert.deepEqual(numbers, numbers.map((_, index) => index + 1), 'no number is missing');
    }
  });
}

for (const variant of VARIANTS) {
  test(`a board of ${variant}: red at the bottom, moving first, on the playable squares only`, async () => {
    const { rows, columns, playable, start } = cards.get(variant);
    const [first] = await pair(server, 'checkers', { variant });
    const { payload } = first.heard.find(({ name }) => name === 'game:started');
    assert.deepEqual([payload.color, payload.currentTurn, payload.variant, payload.board], ['red', 0, variant, start]);
    assert.equal(start.length, rows * columns);
    for (const [index, piece] of start.entries()) {
      if (!piece) continue;
      assert.ok(playable.includes(index));
      assert.deepEqual(piece, { player: index < start.length / 2 ? 'black' : 'red', type: 'man' });
    }
    assert.equal(count(start, 'red'), count(start, 'black'));
  });
}
