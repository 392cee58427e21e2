// Tic-tac-toe between two humans: every sentence of the rules page.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, pair, Player, refusedWith, seen } from './player.js';
import { Server } from './server.js';

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

/** Plays cells in turn and gives what both players heard of the end. */
async function check(cells, ending) {
  const players = await pair(server);
  for (const [ply, cell] of cells.entries()) {
    const answer = await players[ply % 2].play(cell);
    assert.equal(answer.ok, true, answer.error);
  }
  const winner = ending.winner === undefined ? null : players[ending.winner].playerId;
  for (const player of players) {
    const over = await player.next('game:over');
    assert.deepEqual(
      { winner: over.winner, reason: over.reason, winningLine: over.winningLine },
      { winner, reason: ending.reason, winningLine: ending.winningLine ?? null },
    );
  }
  return players;
}

test('the board is a flat array of length 9', async () => {
  const [first] = await pair(server);
  const { board } = await seen(server, 'tictactoe', first.roomId);
  assert.deepEqual(board, Array(9).fill(null));
});

test('the first player to join is X, goes first and is players[0]', async () => {
  const first = await Player.connect(server);
  await first.do('matchmaking:join', { username: 'Ada' });
  const second = await Player.connect(server);
  await second.do('matchmaking:join', { username: 'Ben' });
  const [one, two] = [await first.started(), await second.started()];
  assert.match(one.roomId, /^room_[\w-]{22}$/);
  assert.equal(two.roomId, one.roomId);
  assert.equal(one.seq, two.seq);
  assert.deepEqual([one.mark, two.mark, one.currentTurn], ['X', 'O', 0]);
  assert.deepEqual([one.variant, one.afkTimeoutEnabled], ['classic', true]);
  assert.deepEqual([one.afkTimeoutSeconds, one.afkWarnSeconds], [60, 20]);
  const seat = (id, username, mark) => ({ id, username, displayName: username, isBot: false, connected: true, mark });
  assert.deepEqual(one.players, [seat(one.playerId, 'Ada', 'X'), seat(two.playerId, 'Ben', 'O')]);
  assert.deepEqual(two.players, one.players);
});

test('each guest is told a reconnect token of its own', async () => {
  const first = await Player.connect(server);
  await first.do('matchmaking:join', { username: 'Ada' });
  const second = await Player.connect(server);
  await second.do('matchmaking:join', { username: 'Ben' });
  const [one, two] = [await first.started(), await second.started()];
  assert.ok(one.reconnectToken.length >= 22);
  assert.notEqual(one.reconnectToken, two.reconnectToken);
});

test('a move is told to both players with board, turn as an index, and history', async () => {
  const [first, second] = await pair(server);
  const before = Date.now();
  const answer = await first.play(4);
  const made = await second.next('game:move:made');
  assert.deepEqual(await first.next('game:move:made'), made);
  const { moveHistory, ...rest } = made;
  const board = Array(9).fill(null).with(4, 'X');
  assert.deepEqual(rest, { roomId: first.roomId, seq: 2, position: 4, mark: 'X', board, currentTurn: 1 });
  const [{ timestamp, ...entry }] = moveHistory;
  assert.deepEqual(entry, { position: 4, mark: 'X', playerId: first.playerId });
  assert.ok(timestamp >= before - 1000 && timestamp <= Date.now() + 1000, 'a timestamp is in epoch milliseconds');
  assert.deepEqual(answer, { ok: true, roomId: first.roomId, seq: 2, ply: 1 });
});

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];
for (const line of LINES) {
  test(`three in a row on ${line} win, and game:over names exactly these three cells`, async () => {
    const others = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => !line.includes(cell));
    // The opponent marks cells that make no line of their own.
    const [a, b] = [others[0], others[5]];
    await check([line[0], a, line[1], b, line[2]], { winner: 0, reason: 'victory', winningLine: line });
  });
}

test('O wins with the third O', async () => {
  await check([0, 3, 1, 4, 8, 5], { winner: 1, reason: 'victory', winningLine: [3, 4, 5] });
});

test('the ninth mark can win: a full board with a line is no draw', async () => {
  await check([0, 1, 2, 3, 4, 5, 7, 6, 8], { winner: 0, reason: 'victory', winningLine: [0, 4, 8] });
});

test('all 9 cells filled with no winner is a draw', async () => {
  await check([0, 1, 2, 4, 3, 5, 7, 6, 8], { reason: 'draw' });
});

test('a player who resigns loses at once, also out of turn', async () => {
  const [first, second] = await pair(server);
  const answer = await second.do('game:resign', second.here);
  assert.equal(answer.roomId, second.roomId);
  for (const player of [first, second]) {
    const { winner, reason, winningLine, roomId } = await player.next('game:over');
    assert.deepEqual({ winner, reason, winningLine }, { winner: first.playerId, reason: 'resignation', winningLine: null });
    assert.equal(roomId, first.roomId);
  }
});

test('game:over comes exactly once per game, and nothing moves after it', async () => {
  const [first, second] = await check([0, 3, 1, 4, 2], { winner: 0, reason: 'victory', winningLine: [0, 1, 2] });
  refusedWith(await second.play(8), 'game_over');
  refusedWith(await first.ask('game:resign', first.here), 'game_over');
  assert.equal(first.has('game:over'), false);
  const { board, moveHistory } = await seen(server, 'tictactoe', first.roomId);
  assert.equal(moveHistory.length, 5);
  assert.deepEqual(board, ['X', 'X', 'X', 'O', 'O', null, null, null, null]);
});

test('there are no draw offers', async () => {
  const [first, second] = await pair(server);
  for (const event of ['game:draw:offer', 'game:draw:accept', 'game:draw:decline']) {
    refusedWith(await first.ask(event, first.here), 'bad_payload');
  }
  await second.do('afk:check', second.here);
  assert.equal(second.has('game:draw:offered'), false);
});

test('a rematch swaps the seats and starts a new room', async () => {
  const [first, second] = await check([0, 3, 1, 4, 2], { winner: 0, reason: 'victory', winningLine: [0, 1, 2] });
  await first.do('game:rematch', first.here);
  for (const player of [first, second]) {
    const offered = await player.next('game:rematch:offered');
    assert.deepEqual([offered.playerId, offered.roomId], [first.playerId, first.roomId]);
  }
  await second.do('game:rematch', second.here);
  const room = first.roomId;
  const [one, two] = [await first.started(), await second.started()];
  assert.notEqual(one.roomId, room);
  assert.equal(one.roomId, two.roomId);
  assert.deepEqual([one.mark, two.mark], ['O', 'X']);
  assert.deepEqual(one.players.map((player) => player.id), [second.playerId, first.playerId]);
  refusedWith(await first.play(0), 'not_your_turn');
  await second.do('game:move', { ...second.here, position: 0 });
});

test('a rematch cannot be asked for while the game is going on', async () => {
  const [first] = await pair(server);
  refusedWith(await first.ask('game:rematch', first.here), 'illegal_move');
});

test('every event of a room carries its number, and no number is missing', async () => {
  const [first, second] = await check([0, 1, 2, 4, 3, 5, 7, 6, 8], { reason: 'draw' });
  for (const player of [first, second]) {
    const events = player.heard.filter(({ payload }) => payload?.roomId === player.roomId);
    assert.deepEqual(events.map(({ payload }) => payload.seq), events.map((_, index) => index + 1));
    assert.equal(events.length, 11);
  }
});
