// Checkers as its rules page tells it, sentence by sentence.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { count, replay } from './draughts.js';
import { hangUp, pair, Player, refusedWith, seen } from './player.js';
import { playRecorded } from './recorded-games.js';
import { Server } from './server.js';

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

/** Two players in the position after a recorded game: `mover` is to move, and `next` is what the record is about. */
async function check(name) {
  const game = await playRecorded(server, name);
  const { board } = await seen(server, 'checkers', game.players[0].roomId);
  return { ...game, board };
}

/** Plays the move a record is about and gives what everyone heard of it. */
async function make({ mover, other, next: [move] }, wish = move) {
  const answer = await mover.play(wish);
  assert.equal(answer.ok, true, answer.error);
  const same = (made) => JSON.stringify(made.move) === JSON.stringify(move);
  const made = await other.next('game:move:made', same);
  assert.deepEqual(await mover.next('game:move:made', same), made);
  return made;
}

const dark = (index) => (Math.floor(index / 8) + (index % 8)) % 2 !== 0;

test('the board is a flat array of 64 elements, row-major from the top left', async () => {
  const [first] = await pair(server, 'checkers');
  const { board } = await seen(server, 'checkers', first.roomId);
  assert.equal(board.length, 64);
});

test('only dark squares can hold pieces, light squares are always null', async () => {
  const { board } = await check('no-moves');
  assert.ok(board.some(Boolean));
  for (const [index, piece] of board.entries()) if (!dark(index)) assert.equal(piece, null);
});

test('black starts on the dark squares of rows 0 to 2, red on those of rows 5 to 7', async () => {
  const [first] = await pair(server, 'checkers');
  const { board } = await seen(server, 'checkers', first.roomId);
  for (const [index, piece] of board.entries()) {
    const row = Math.floor(index / 8);
    const player = row <= 2 ? 'black' : row >= 5 ? 'red' : null;
    assert.deepEqual(piece, dark(index) && player ? { player, type: 'man' } : null, `index ${index}`);
  }
});

test('red always moves first, and the colour is assigned in game:started', async () => {
  const [first, second] = await pair(server, 'checkers');
  const colours = [first, second].map((player) => player.heard.find(({ name }) => name === 'game:started').payload.color);
  assert.deepEqual(colours, ['red', 'black']);
  refusedWith(await second.play({ from: 17, to: 24 }), 'not_your_turn');
  assert.equal((await first.play({ from: 40, to: 33 })).ok, true);
});

test('a man moves forward only', async () => {
  const [first, second] = await pair(server, 'checkers');
  await first.play({ from: 40, to: 33 });
  await second.play({ from: 17, to: 24 });
  refusedWith(await first.play({ from: 33, to: 40 }), 'wrong_direction');
  const { moves } = await first.do('game:get_moves', { ...first.here, position: 33 });
  assert.ok(moves.every(({ to }) => to < 33));
});

test('a king moves and captures backwards', async () => {
  const { mover, other, next, board, turn } = await check('king-captures-backwards');
  assert.equal(board[next[0].from].type, 'king');
  const made = await make({ mover, other, next });
  const towards = Math.sign(made.move.to - made.move.from);
  assert.equal(towards, turn === 0 ? 1 : -1, 'away from the far row');
  assert.equal(made.becameKing, false);
});

test('game:get_moves answers game:valid_moves with the moves of one piece, or the same in the acknowledgement', async () => {
  const [first] = await pair(server, 'checkers');
  first.tell('game:get_moves', { ...first.here, position: 42 });
  const told = await first.next('game:valid_moves');
  const answer = await first.do('game:get_moves', { ...first.here, position: 42 });
  assert.deepEqual({ ok: true, ...told }, answer);
  assert.equal(told.position, 42);
  const move = (to) => ({ from: 42, to, captures: [], path: [to] });
  assert.deepEqual(told.moves, [move(33), move(35)]);
  const blocked = await first.do('game:get_moves', { ...first.here, position: 49 });
  assert.deepEqual(blocked.moves, []);
  refusedWith(await first.ask('game:get_moves', { ...first.here, position: 64 }), 'out_of_board');
  assert.equal(first.has('game:valid_moves'), false, 'asked once, answered once');
});

test('mandatory captures: if any capture is available, you must capture', async () => {
  const { mover, board, turn } = await check('two-captures');
  const { moves } = await mover.do('game:get_moves', mover.here);
  assert.ok(moves.every(({ captures }) => captures.length > 0));
  const capturing = new Set(moves.map(({ from }) => from));
  const colour = ['red', 'black'][turn];
  const idle = board.flatMap((piece, index) => (piece?.player === colour && !capturing.has(index) ? index : []));
  for (const position of idle) {
    assert.deepEqual((await mover.do('game:get_moves', { ...mover.here, position })).moves, [], 'a piece that cannot capture has no move');
  }
  const forward = turn === 0 ? -1 : 1;
  const quiet = idle.flatMap((from) => [7, 9].map((step) => ({ from, to: from + forward * step }))).find(({ from, to }) => {
    return board[to] === null && dark(to) && Math.abs((to % 8) - (from % 8)) === 1;
  });
  const answer = await mover.play(quiet);
  refusedWith(answer, 'must_capture');
  assert.match(answer.hint, /possible/);
});

test('multi-jump: a chain of three captures is one game:move with all jumped squares in captures', async () => {
  const position = await check('three-captures');
  const [move] = position.next;
  assert.equal(move.captures.length, 3);
  const before = count(position.board, ['black', 'red'][position.turn]);
  const made = await make(position);
  assert.deepEqual(made.move, move);
  assert.equal(count(made.board, ['black', 'red'][position.turn]), before - 3);
  assert.deepEqual(made.board, replay(position.board, move, made.becameKing));
});

test('a chain that can go on must go on', async () => {
  const { mover, next: [move] } = await check('two-captures');
  const half = { from: move.from, to: move.path[0], captures: move.captures.slice(0, 1) };
  refusedWith(await mover.play(half), 'must_continue_capture');
});

test('from and to alone are accepted when exactly one legal move fits', async () => {
  const position = await check('three-captures');
  const [{ from, to }] = position.next;
  await make(position, { from, to });
});

test('from and to alone are ambiguous_move when two captures fit, with the candidates', async () => {
  const { mover, other, next, board } = await check('ambiguous-capture');
  const [{ from, to }] = next;
  const answer = await mover.play({ from, to });
  refusedWith(answer, 'ambiguous_move');
  assert.deepEqual(new Set(answer.candidates.map(JSON.stringify)), new Set(next.map((move) => JSON.stringify(move))));
  assert.deepEqual((await seen(server, 'checkers', mover.roomId)).board, board);
  await make({ mover, other, next }, { from, to, captures: next[0].captures });
});

test('promotion by a quiet move: becameKing is true and the piece is a king', async () => {
  const position = await check('quiet-promotion');
  const made = await make(position);
  assert.deepEqual([made.becameKing, made.move.captures], [true, []]);
  assert.deepEqual(made.board[made.move.to], { player: ['red', 'black'][position.turn], type: 'king' });
  assert.equal(Math.floor(made.move.to / 8), position.turn === 0 ? 0 : 7, 'row 0 for red, row 7 for black');
});

test('promotion by a capture: becameKing is true, and the move ends there', async () => {
  const position = await check('promotion-by-capture');
  const made = await make(position);
  assert.equal(made.becameKing, true);
  assert.equal(made.board[made.move.to].type, 'king');
  assert.equal(Math.floor(made.move.to / 8), position.turn === 0 ? 0 : 7);
});

test('a move that promotes nobody says becameKing false', async () => {
  const [first, second] = await pair(server, 'checkers');
  await first.play({ from: 40, to: 33 });
  assert.equal((await second.next('game:move:made')).becameKing, false);
});

test('russian: a man that touches the far row goes on as a king in the same capture', async () => {
  const position = await check('promotion-in-passing');
  const made = await make(position);
  const far = position.turn === 0 ? 0 : 7;
  assert.ok(made.move.path.some((square) => Math.floor(square / 8) === far));
  assert.notEqual(Math.floor(made.move.to / 8), far);
  assert.deepEqual([made.becameKing, made.board[made.move.to].type], [true, 'king']);
});

test('international: a man that only passes the far row stays a man', async () => {
  const position = await check('passing-the-last-row');
  const made = await make(position);
  assert.deepEqual([made.becameKing, made.board[made.move.to].type], [false, 'man']);
});

test('victory: the opponent has no pieces remaining', async () => {
  const { players, board, turn } = await check('no-pieces');
  assert.equal(count(board, ['red', 'black'][turn]), 0);
  for (const player of players) {
    const over = await player.next('game:over');
    assert.deepEqual([over.winner, over.reason], [players[1 - turn].playerId, 'victory']);
  }
});

test('victory: the opponent has no legal moves', async () => {
  const { players, board, turn } = await check('no-moves');
  assert.ok(count(board, ['red', 'black'][turn]) > 0);
  for (const player of players) {
    const over = await player.next('game:over');
    assert.deepEqual([over.winner, over.reason], [players[1 - turn].playerId, 'victory']);
  }
});

test('resignation: the opponent wins immediately', async () => {
  const [first, second] = await pair(server, 'checkers');
  first.tell('game:resign', first.here);
  for (const player of [first, second]) {
    const over = await player.next('game:over');
    assert.deepEqual([over.winner, over.reason], [second.playerId, 'resignation']);
  }
});

test('disconnect: the opponent wins when the window ends, and sees the player disconnected before', async (t) => {
  const short = await Server.start({ 'times.reconnect_window': '1s' });
  t.after(() => short.stop());
  const [first, second] = await pair(short, 'checkers');
  second.close();
  assert.equal((await first.next('player:disconnected')).playerId, second.playerId);
  const over = await first.next('game:over');
  assert.deepEqual([over.winner, over.reason], [first.playerId, 'disconnect']);
});

test('the game resumes on game:reconnect { playerId }', async () => {
  const [first, second] = await pair(server, 'checkers');
  await first.play({ from: 40, to: 33 });
  second.close();
  await first.next('player:disconnected');
  const back = await Player.connect(server, 'checkers');
  await back.do('game:reconnect', { playerId: second.playerId });
  const state = await back.next('game:reconnected');
  assert.deepEqual([state.color, state.currentTurn, state.moveHistory.length], ['black', 1, 1]);
  back.seat(state);
  assert.equal((await back.play({ from: 17, to: 24 })).ok, true);
  assert.equal((await first.next('game:move:made', ({ move }) => move.from === 17)).currentTurn, 0);
});
