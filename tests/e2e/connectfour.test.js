// Connect four between two humans and against bots: every sentence of the rules page, and the parts of the wire that are its own.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, Player, seen } from './player.js';
import { Server } from './server.js';

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

const connect = () => Player.connect(server, 'connectfour');

/** Two players in one game, red first. */
async function pair() {
  const players = [await connect(), await connect()];
  for (const [index, player] of players.entries()) await player.do('matchmaking:join', { username: `Player ${index}` });
  for (const player of players) Object.assign(player, await player.started());
  return players;
}

const move = (player, column) => player.ask('game:move', { roomId: player.roomId, playerId: player.playerId, column });

/** Drops discs in turn. */
async function drop(players, columns) {
  for (const [ply, column] of columns.entries()) {
    const answer = await move(players[ply % 2], column);
    assert.equal(answer.ok, true, answer.error);
  }
}

test('red goes first on an empty board of seven columns and six rows', async () => {
  const [red, yellow] = await pair();
  assert.deepEqual([red.disc, yellow.disc, red.currentTurn], ['red', 'yellow', 0]);
  assert.deepEqual(red.board, Array(42).fill(null));
  assert.deepEqual([red.afkTimeoutSeconds, red.afkWarnSeconds, red.variant], [90, 30, 'classic']);
});

test('a disc falls to the lowest free cell of its column, and everyone is told where it lies', async () => {
  const players = await pair();
  await drop(players, [3, 3]);
  const [first, second] = [await players[1].next('game:move:made'), await players[1].next('game:move:made')];
  assert.deepEqual([first.column, first.position, first.disc, first.currentTurn], [3, 38, 'red', 1]);
  assert.deepEqual([second.column, second.position, second.disc, second.currentTurn], [3, 31, 'yellow', 0]);
  assert.deepEqual(second.moveHistory.map(({ column, disc }) => [column, disc]), [[3, 'red'], [3, 'yellow']]);
  const { board } = await seen(server, 'connectfour', players[0].roomId);
  assert.deepEqual([board[38], board[31]], ['red', 'yellow']);
});

test('four in a line win, and their cells are named', async () => {
  const players = await pair();
  await drop(players, [0, 0, 1, 1, 2, 2, 3]);
  for (const player of players) {
    const over = await player.next('game:over');
    assert.deepEqual([over.winner, over.reason, over.winningCells], [players[0].playerId, 'victory', [35, 36, 37, 38]]);
  }
});

test('a full column, a column that does not exist and nonsense are refused in words and change nothing', async () => {
  const players = await pair();
  await drop(players, [2, 2, 2, 2, 2, 2]);
  const check = async (column, code, sentence) => {
    const answer = await move(players[0], column);
    assert.deepEqual([answer.ok, answer.code, answer.error], [false, code, sentence]);
  };
  await check(2, 'cell_taken', 'column 2 is full');
  await check(7, 'out_of_board', 'column must be a whole number from 0 to 6, not 7');
  await check(-1, 'out_of_board', 'column must be a whole number from 0 to 6, not -1');
  await check('3', 'bad_payload', 'column must be a whole number from 0 to 6, not "3"');
  await check(undefined, 'bad_payload', 'column is required');
  const yellow = await move(players[1], 0);
  assert.equal(yellow.code, 'not_your_turn');
  const { board } = await seen(server, 'connectfour', players[0].roomId);
  assert.equal(board.filter(Boolean).length, 6);
});

test('each bot level answers with a legal move', async () => {
  for (const botDifficulty of ['easy', 'medium', 'hard']) {
    const player = await connect();
    await player.do('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty });
    Object.assign(player, await player.started());
    if (player.currentTurn === 0 && player.disc === 'red') await move(player, 3);
    const made = [await player.next('game:move:made')];
    if (made[0].disc === player.disc) made.push(await player.next('game:move:made'));
    const answer = made.at(-1);
    assert.notEqual(answer.disc, player.disc);
    assert.equal(answer.board[answer.position], answer.disc);
  }
});
