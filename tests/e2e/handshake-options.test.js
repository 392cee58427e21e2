// What a client may ask for in the handshake: legal moves with each position, moves without the history. Plain clients see the contract.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, Player, refusedWith } from './player.js';
import { Server, TEST_NODES } from './server.js';

const LEGAL = { auth: { legalMoves: true } };
const SHORT = { auth: { moveHistory: false } };
const BOTH = { auth: { legalMoves: true, moveHistory: false } };

const STARTED = [
  'afkTimeoutEnabled', 'afkTimeoutSeconds', 'afkWarnSeconds', 'board', 'currentTurn', 'playerId', 'players', 'reconnectToken',
  'roomId', 'seq', 'variant',
];
const MADE = ['board', 'currentTurn', 'moveHistory', 'roomId', 'seq'];

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

/** Two players with these options of socket.io-client each, and what `game:started` told them. */
async function players(game, ...options) {
  const seated = [];
  for (const [index, own] of options.entries()) {
    const player = await Player.connect(server, game, own);
    await player.do('matchmaking:join', { username: ['Ada', 'Ben'][index] });
    seated.push(player);
  }
  const started = [await seated[0].started(), await seated[1].started()];
  return { seated, started };
}

/** A spectator with these options, and what it was told at first. */
async function spectator(game, roomId, options) {
  const watcher = await Player.connect(server, game, options);
  await watcher.do('game:spectate', { roomId, username: 'Eve' });
  return { watcher, joined: await watcher.next('game:spectate:joined') };
}

const fields = (payload, without = []) => Object.keys(payload).filter((name) => !without.includes(name)).sort();

/** What the acknowledgement of `game:get_moves` lists. */
const asked = async (player) => (await player.do('game:get_moves', player.here)).moves;

test('a plain client is told exactly the fields of the contract', async () => {
  for (const [game, own, move] of [['checkers', 'color', { from: 40, to: 33 }], ['tictactoe', 'mark', 4]]) {
    const { seated: [first, second], started } = await players(game, BOTH, {});
    assert.deepEqual(fields(started[1]), [...STARTED, own].sort());
    assert.equal((await first.play(move)).ok, true);
    const made = await second.next('game:move:made');
    assert.deepEqual(fields(made), [...MADE, ...(game === 'checkers' ? ['becameKing', 'move'] : ['mark', 'position'])].sort());
    const { joined } = await spectator(game, first.roomId, {});
    assert.deepEqual(fields(joined), ['board', 'currentTurn', 'moveHistory', 'players', 'roomId', 'seq', 'variant']);
    second.break();
    await first.next('player:disconnected');
    const back = await Player.connect(server, game);
    await back.do('game:reconnect', { playerId: second.playerId, reconnectToken: second.reconnectToken });
    const state = await back.next('game:reconnected');
    // A node that did not have the room hears a moment later how many watch at the others.
    if (TEST_NODES > 1 && !('spectators' in state)) state.spectators = (await back.next('game:spectators')).count;
    assert.deepEqual(fields(state), [...STARTED, own, 'moveHistory', 'spectators'].sort());
  }
});

test('a wrong option of the handshake is refused in words, an unknown one is ignored', async () => {
  for (const [auth, sentence] of [
    [{ legalMoves: 'yes' }, 'auth.legalMoves must be true or false, not "yes"'],
    [{ moveHistory: 0 }, 'auth.moveHistory must be true or false, not 0'],
  ]) {
    const { message, data } = await Player.refused(server, 'checkers', { auth });
    assert.equal(message, sentence);
    assert.deepEqual([data.code, data.error, data.param], ['bad_payload', sentence, `auth.${Object.keys(auth)[0]}`]);
  }
  await Player.connect(server, 'checkers', { auth: { legalMoves: null, moveHistory: null, colour: 'red' } });
});

test('the legal moves of the side to move come with the start, with each move, after a reconnect and to a spectator', async () => {
  const { seated: [first, second], started } = await players('checkers', LEGAL, LEGAL);
  const opening = await asked(first);
  assert.equal(opening.length, 7);
  for (const payload of started) assert.deepEqual(payload.legalMoves, opening);
  assert.equal((await first.play(opening[0])).ok, true);
  const made = await Promise.all([first, second].map((player) => player.next('game:move:made')));
  const replies = await asked(second);
  for (const { legalMoves } of made) assert.deepEqual(legalMoves, replies);
  const { joined } = await spectator('checkers', first.roomId, LEGAL);
  assert.deepEqual(joined.legalMoves, replies);
  second.break();
  await first.next('player:disconnected');
  const back = await Player.connect(server, 'checkers', LEGAL);
  await back.do('game:reconnect', { playerId: second.playerId, reconnectToken: second.reconnectToken });
  const state = await back.next('game:reconnected');
  assert.deepEqual([state.legalMoves, state.moveHistory.length], [replies, 1]);
});

test('the options belong to a connection: who comes back without them is a plain client', async () => {
  const { seated: [first, second] } = await players('checkers', BOTH, BOTH);
  second.break();
  await first.next('player:disconnected');
  const back = await Player.connect(server, 'checkers');
  await back.do('game:reconnect', { playerId: second.playerId, reconnectToken: second.reconnectToken });
  assert.equal('legalMoves' in (await back.next('game:reconnected')), false);
  assert.equal((await first.play({ from: 40, to: 33 })).ok, true);
  assert.equal((await back.next('game:move:made')).moveHistory.length, 1);
  assert.equal('moveHistory' in (await first.next('game:move:made')), false);
});

test('in tic-tac-toe the legal moves are the free cells, none when the game is over', async () => {
  const { seated, started } = await players('tictactoe', LEGAL, LEGAL);
  assert.deepEqual(started[1].legalMoves, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const told = [];
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) {
    assert.equal((await seated[ply % 2].play(cell)).ok, true);
    told.push((await seated[0].next('game:move:made')).legalMoves);
  }
  assert.deepEqual(told, [[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 4, 5, 6, 7, 8], [2, 4, 5, 6, 7, 8], [2, 5, 6, 7, 8], []]);
  const { joined } = await spectator('tictactoe', seated[0].roomId, LEGAL);
  assert.deepEqual(joined.legalMoves, []);
});

test('a client that is spared the history is told the time of the move instead', async () => {
  const { seated: [first, second] } = await players('tictactoe', SHORT, {});
  assert.equal((await first.play(4)).ok, true);
  const { moveHistory, ...rest } = await second.next('game:move:made');
  assert.deepEqual(await first.next('game:move:made'), { ...rest, timestamp: moveHistory[0].timestamp });
});

test('in a mixed room everyone is told the same move, each in the form asked for', async () => {
  const { seated: [first, second] } = await players('checkers', BOTH, {});
  const bench = [];
  for (const options of [{}, LEGAL, SHORT, BOTH, BOTH]) bench.push((await spectator('checkers', first.roomId, options)).watcher);
  for (const [ply, move] of [{ from: 40, to: 33 }, { from: 17, to: 24 }].entries()) {
    assert.equal((await [first, second][ply].play(move)).ok, true);
    const plain = await second.next('game:move:made');
    const { moveHistory, ...rest } = plain;
    assert.equal(moveHistory.length, ply + 1);
    const heard = await Promise.all([first, ...bench].map((listener) => listener.next('game:move:made')));
    const legalMoves = await asked([second, first][ply]); // who has heard of the move knows what follows
    const { timestamp } = moveHistory.at(-1);
    const forms = [plain, { ...plain, legalMoves }, { ...rest, timestamp }, { ...rest, timestamp, legalMoves }];
    assert.deepEqual(heard, [forms[3], ...forms, forms[3]]);
  }
  // What has one form reaches everyone alike.
  await second.do('game:resign', second.here);
  const over = await Promise.all([first, second, ...bench].map((listener) => listener.next('game:over')));
  for (const payload of over) assert.deepEqual(payload, over[0]);
});

test('game:get_moves is answered once: in the acknowledgement if there is one, otherwise by game:valid_moves', async () => {
  const { seated: [first] } = await players('checkers', BOTH, {});
  const acknowledged = await first.do('game:get_moves', first.here);
  assert.equal(first.has('game:valid_moves'), false);
  first.tell('game:get_moves', first.here);
  assert.deepEqual({ ok: true, ...(await first.next('game:valid_moves')) }, acknowledged);
  await first.do('afk:check', { roomId: first.roomId });
  assert.equal(first.has('game:valid_moves'), false);
  assert.equal(first.has('afk:status'), true, 'the answer to afk:check is told in both ways, as before');
  refusedWith(await first.ask('game:get_moves', { ...first.here, position: 64 }), 'out_of_board');
  first.tell('game:get_moves', { ...first.here, position: 64 });
  assert.equal((await first.next('game:error')).code, 'out_of_board');
});
