// Draws and refusals of checkers, coup turc, capture priorities, rematches and bots.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Library, replay, VARIANTS } from './draughts.js';
import { againstBot, hangUp, pair, refusedWith, seen } from './player.js';
import { playRecorded } from './recorded-games.js';
import { Server } from './server.js';

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

const check = (name) => playRecorded(server, name);

/** Both hear of a draw by this rule, exactly once. */
async function drawn(players, drawRule) {
  for (const player of players) {
    const over = await player.next('game:over');
    assert.deepEqual([over.winner, over.reason, over.drawRule], [null, 'draw', drawRule]);
    assert.match(over.pdn, /\[Result "1\/2-1\/2"\]/);
    assert.equal(player.has('game:over'), false);
  }
}

test('draw by repetition: the same position with the same side to move for the third time', async () => {
  const { players } = await check('draw-repetition');
  await drawn(players, 'repetition');
});

test('draw by no_progress: 40 moves of each side without a capture and without a man moving', async () => {
  const { players, moves, variant } = await check('draw-no_progress');
  await drawn(players, 'no_progress');
  const { body } = await server.call('GET', '/v1/variants');
  let board = body.games[1].variants.find((card) => card.variant === variant).start;
  const progress = moves.map((move) => {
    const quiet = board[move.from].type === 'king' && move.captures.length === 0;
    const far = [0, 7].includes(Math.floor(move.to / 8));
    board = replay(board, move, board[move.from].type === 'man' && far);
    return !quiet;
  });
  assert.deepEqual(progress.slice(-81), [true, ...Array(80).fill(false)]);
});

test('draw by agreement: one offers, the other accepts', async () => {
  const players = await pair(server, 'checkers');
  const [first, second] = players;
  await second.do('game:draw:offer', second.here);
  for (const player of players) assert.equal((await player.next('game:draw:offered')).playerId, second.playerId);
  refusedWith(await second.ask('game:draw:accept', second.here), 'illegal_move');
  await first.do('game:draw:accept', first.here);
  await drawn(players, 'agreement');
});

test('an offer still stands for whoever comes back and whoever comes to watch, until it is answered', async () => {
  const [first, second] = await pair(server, 'checkers');
  assert.equal((await seen(server, 'checkers', first.roomId)).drawOffer, undefined);
  await second.do('game:draw:offer', second.here);
  await first.do('game:reconnect', first.here);
  assert.equal((await first.next('game:reconnected')).drawOffer, second.playerId);
  assert.equal((await seen(server, 'checkers', first.roomId)).drawOffer, second.playerId);
  await first.do('game:draw:decline', first.here);
  assert.equal((await seen(server, 'checkers', first.roomId)).drawOffer, undefined);
});

test('two offers that cross are an agreement', async () => {
  const players = await pair(server, 'checkers');
  for (const player of players) await player.do('game:draw:offer', player.here);
  await drawn(players, 'agreement');
});

test('a declined offer is gone', async () => {
  const [first, second] = await pair(server, 'checkers');
  await first.do('game:draw:offer', first.here);
  await second.do('game:draw:decline', second.here);
  assert.equal((await first.next('game:draw:declined')).playerId, second.playerId);
  refusedWith(await second.ask('game:draw:accept', second.here), 'illegal_move');
});

test('a move declines the offer of the opponent, and not one\'s own', async () => {
  const [first, second] = await pair(server, 'checkers');
  await first.do('game:draw:offer', first.here);
  await first.play({ from: 40, to: 33 });
  await second.do('afk:check', second.here);
  assert.equal(second.has('game:draw:declined'), false);
  await second.play({ from: 17, to: 24 });
  assert.equal((await first.next('game:draw:declined')).playerId, second.playerId);
  refusedWith(await second.ask('game:draw:accept', second.here), 'illegal_move');
});

test('nothing is offered, nothing can be accepted or declined', async () => {
  const [first] = await pair(server, 'checkers');
  for (const event of ['game:draw:accept', 'game:draw:decline']) {
    refusedWith(await first.ask(event, first.here), 'illegal_move');
  }
});

test('a bot declines a draw', async () => {
  const player = await againstBot(server, 'checkers', 'easy');
  await player.do('game:draw:offer', player.here);
  assert.notEqual((await player.next('game:draw:declined')).playerId, player.playerId);
});

test('coup turc: captured pieces stay until the move is over, and stop the king that took them', async () => {
  const { mover, other, moves, next: [move], turn, variant } = await check('coup-turc');
  const { body } = await server.call('GET', '/v1/variants');
  const library = await Library.of(body.games[1].variants.find((card) => card.variant === variant));
  const { board } = await seen(server, 'checkers', mover.roomId);
  assert.equal(board[move.from].type, 'king');
  const answer = await mover.play(move);
  assert.equal(answer.ok, true, answer.error);
  const made = await other.next('game:move:made', ({ moveHistory }) => moveHistory.length === moves.length + 1);
  assert.deepEqual(made.board, replay(board, move, false));
  // With the captured pieces lifted the same king could capture once more: they were in its way.
  const further = await library.moves(made.board, turn);
  assert.ok(further.some(({ from, captures }) => from === move.to && captures.length > 0));
});

test('international: most pieces must be taken, fewer are must_capture_most', async () => {
  const { mover, next: [most, fewer] } = await check('majority');
  const { moves } = await mover.do('game:get_moves', mover.here);
  assert.deepEqual(moves, [most]);
  const answer = await mover.play({ from: fewer.from, to: fewer.to });
  refusedWith(answer, 'must_capture_most');
  assert.match(answer.error, /1 of 2/);
  assert.equal((await mover.play({ from: most.from, to: most.to })).ok, true);
});

test('refusals of moves name the rule they break', async () => {
  const [first, second] = await pair(server, 'checkers');
  const before = await seen(server, 'checkers', first.roomId);
  for (const [move, code] of [
    [{ from: 40, to: 64 }, 'out_of_board'],
    [{ from: 41, to: 33 }, 'out_of_board'],
    [{ from: 40, to: 32 }, 'out_of_board'],
    [{ from: 144, to: 33 }, 'out_of_board'],
    [{ from: 33, to: 24 }, 'not_your_piece'],
    [{ from: 17, to: 24 }, 'not_your_piece'],
    [{ from: 49, to: 40 }, 'blocked'],
    [{ from: 40, to: 35 }, 'wrong_direction'],
    [{ from: 40, to: 40 }, 'illegal_move'],
    [{ from: 40, to: 26 }, 'illegal_move'],
    [{ from: 40, to: 33, captures: [26] }, 'illegal_move'],
    [{ from: 40, to: 33, path: [26] }, 'illegal_move'],
    [{ from: '40', to: 33 }, 'bad_payload'],
    [{ from: 40 }, 'bad_payload'],
    [{ from: 40, to: 33, captures: 26 }, 'bad_payload'],
    [{ from: 40, to: 33, captures: Array(65).fill(26) }, 'bad_payload'],
    [{ from: 40, to: 33, path: ['33'] }, 'bad_payload'],
    ['40-33', 'bad_payload'],
    [null, 'bad_payload'],
  ]) {
    const answer = await first.ask('game:move', { ...first.here, move });
    assert.equal(answer.ok, false, JSON.stringify(move));
    assert.equal(answer.code, code, `${JSON.stringify(move)}: ${answer.error}`);
  }
  refusedWith(await first.ask('game:get_moves', { ...first.here, position: 'a3' }), 'bad_payload');
  refusedWith(await first.ask('game:get_moves', { ...first.here, position: 200 }), 'out_of_board');
  assert.deepEqual(await seen(server, 'checkers', first.roomId), before);
  await second.do('afk:check', second.here);
  assert.equal(second.has('game:move:made'), false);
});

test('a repeated move with its ply is acknowledged again and not played twice', async () => {
  const [first] = await pair(server, 'checkers');
  for (let time = 0; time < 3; time += 1) assert.equal((await first.play({ from: 40, to: 33 }, { ply: 0 })).ok, true);
  refusedWith(await first.play({ from: 42, to: 35 }, { ply: 0 }), 'stale_ply');
  assert.equal((await seen(server, 'checkers', first.roomId)).moveHistory.length, 1);
});

test('a rematch swaps colours and keeps the variant', async () => {
  const [first, second] = await pair(server, 'checkers', { variant: 'frisian' });
  await first.do('game:resign', first.here);
  await second.next('game:over');
  for (const player of [second, first]) await player.do('game:rematch', player.here);
  const [one, two] = [await first.started(), await second.started()];
  assert.deepEqual([one.color, two.color, one.variant, one.roomId], ['black', 'red', 'frisian', two.roomId]);
});

for (const level of ['easy', 'medium', 'hard']) {
  test(`a whole game against the ${level} bot comes to its end`, async () => {
    const player = await againstBot(server, 'checkers', level);
    const answers = ({ reason, moveHistory }) => reason || moveHistory.at(-1).playerId !== player.playerId;
    let over;
    while (!over) {
      const { moves } = await player.do('game:get_moves', player.here);
      if (moves.length === 0) break;
      assert.equal((await player.play(moves[0])).ok, true);
      const { name, payload } = await player.either(['game:move:made', 'game:over'], answers);
      if (name === 'game:over') over = payload;
    }
    over ??= await player.next('game:over');
    assert.ok(['victory', 'draw'].includes(over.reason));
  });
}

test('bots answer in every variant', async () => {
  for (const variant of VARIANTS) {
    const player = await againstBot(server, 'checkers', 'medium', { variant });
    const { moves } = await player.do('game:get_moves', player.here);
    await player.play(moves[0]);
    const { moveHistory } = await player.next('game:move:made', (made) => made.moveHistory.length === 2);
    assert.notEqual(moveHistory[1].playerId, player.playerId);
    await player.do('game:resign', player.here);
  }
});
