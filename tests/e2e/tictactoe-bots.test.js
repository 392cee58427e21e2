// Tic-tac-toe against bots of each level.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { againstBot, hangUp, Player, refusedWith } from './player.js';
import { Server } from './server.js';

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

/** Plays a whole game; `choose` picks one of the empty cells. Gives the end and the final board. */
async function check(level, choose) {
  const player = await againstBot(server, 'tictactoe', level);
  let board = Array(9).fill(null);
  for (;;) {
    const answer = await player.play(choose(empty(board), board));
    assert.equal(answer.ok, true, answer.error);
    for (const turn of ['X', 'O']) {
      ({ board } = await player.next('game:move:made', ({ mark }) => mark === turn));
      if (full(board) || line(board)) return { over: await player.next('game:over'), board, player };
    }
  }
}

const empty = (board) => board.flatMap((mark, cell) => (mark ? [] : [cell]));
const full = (board) => empty(board).length === 0;
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const line = (board) => LINES.find(([a, b, c]) => board[a] && board[a] === board[b] && board[a] === board[c]);

/** The same choices in every run. */
function seeded(seed) {
  let state = seed;
  return (cells) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return cells[Math.floor((state / 2_147_483_648) * cells.length)];
  };
}

test('the human in a bot game is X and goes first', async () => {
  const player = await Player.connect(server);
  const answer = await player.do('matchmaking:join', { username: 'Ada', wantsBot: true });
  const started = await player.started();
  assert.equal(answer.roomId, started.roomId);
  assert.deepEqual([started.mark, started.currentTurn], ['X', 0]);
  const [human, bot] = started.players;
  assert.deepEqual([human.id, human.isBot, bot.isBot, bot.mark], [started.playerId, false, true, 'O']);
  assert.equal(bot.connected, true);
});

for (const level of ['easy', 'medium', 'hard']) {
  test(`a whole game against the ${level} bot ends in a right game:over`, async () => {
    const { over, board, player } = await check(level, seeded(7));
    const won = line(board);
    const expected = won
      ? { reason: 'victory', winner: board[won[0]] === 'X' ? player.playerId : over.winner, winningLine: won }
      : { reason: 'draw', winner: null, winningLine: null };
    assert.deepEqual({ reason: over.reason, winner: over.winner, winningLine: over.winningLine }, expected);
    if (won && board[won[0]] === 'O') assert.notEqual(over.winner, player.playerId);
  });
}

test('the hard bot never loses', async () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const { over, player } = await check('hard', seeded(seed * 7919));
    assert.notEqual(over.winner, player.playerId);
  }
});

test('the medium bot blocks at once, and wins at once', async () => {
  for (const [first, second, block] of [[0, 1, 2], [0, 3, 6], [2, 5, 8]]) {
    const player = await againstBot(server, 'tictactoe', 'medium');
    await player.do('game:move', { ...player.here, position: first });
    const reply = await player.next('game:move:made', ({ mark }) => mark === 'O');
    if (reply.board[second] || reply.board[block]) continue; // the bot stands there already
    await player.do('game:move', { ...player.here, position: second });
    const { board } = await player.next('game:move:made', ({ mark }) => mark === 'O');
    assert.equal(board[block], 'O');
  }
});

test('bots of every level can be played again, with the seats swapped', async () => {
  const player = await againstBot(server, 'tictactoe', 'hard');
  await player.do('game:resign', player.here);
  await player.next('game:over');
  await player.do('game:rematch', player.here);
  const again = await player.started();
  assert.deepEqual([again.mark, again.players[0].isBot], ['O', true]);
  const { mark } = await player.next('game:move:made', ({ roomId }) => roomId === again.roomId);
  assert.equal(mark, 'X');
});

test('a level that does not exist is refused', async () => {
  const player = await Player.connect(server);
  const join = { username: 'Ada', wantsBot: true, botDifficulty: 'grandmaster' };
  refusedWith(await player.ask('matchmaking:join', join), 'bad_payload');
});

test('games against bots are not listed among the rooms to watch', async () => {
  const player = await againstBot(server, 'tictactoe', 'easy');
  const { body } = await server.call('GET', '/v1/rooms?game=tictactoe');
  assert.equal(body.rooms.some(({ roomId }) => roomId === player.roomId), false);
});
