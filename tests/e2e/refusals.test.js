// Bad input on sockets: each with the documented code, nothing changed, the connection kept.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, pair, Player, refusedWith, seen } from './player.js';
import { Server } from './server.js';

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

/** Sends payloads that must be refused with this code, and sees that the room is as before. */
async function check(player, game, event, code, payloads) {
  const before = await seen(server, game, player.roomId);
  for (const payload of payloads) {
    const answer = await player.ask(event, payload);
    assert.equal(answer.ok, false, JSON.stringify(payload));
    assert.equal(answer.code, code, `${JSON.stringify(payload)}: ${answer.error}`);
    assert.match(answer.error, /\S/);
  }
  assert.deepEqual(await seen(server, game, player.roomId), before);
  assert.equal(player.socket.connected, true);
}

const NO_OBJECTS = [null, 'text', 42, true, [], [1, 2], ''];

test('a payload that is no object, or none at all, is bad_payload for every event', async () => {
  const [first] = await pair(server, 'checkers');
  for (const event of [
    'matchmaking:join', 'matchmaking:leave', 'game:get_moves', 'game:move', 'game:resign', 'afk:check', 'game:reconnect',
    'game:spectate', 'game:spectate:leave', 'game:rematch', 'game:draw:offer', 'game:draw:accept', 'game:draw:decline',
  ]) {
    await check(first, 'checkers', event, 'bad_payload', NO_OBJECTS);
    const answer = await new Promise((resolve) => first.socket.emit(event, resolve));
    refusedWith(answer, 'bad_payload');
  }
});

test('missing fields and wrong types are bad_payload, and the field is named', async () => {
  const [first] = await pair(server);
  const { roomId, playerId } = first;
  const wrong = [
    {}, { roomId }, { roomId, playerId }, { playerId, position: 0 }, { roomId, position: 0 },
    { roomId: 7, playerId, position: 0 }, { roomId, playerId: {}, position: 0 }, { roomId, playerId, position: '0' },
    { roomId, playerId, position: 1.5 }, { roomId, playerId, position: null }, { roomId, playerId, position: [0] },
    { roomId, playerId, position: 0, ply: -1 }, { roomId, playerId, position: 0, ply: 'first' },
    { roomId: 'r'.repeat(200), playerId, position: 0 },
  ];
  await check(first, 'tictactoe', 'game:move', 'bad_payload', wrong);
  const answer = await first.ask('game:move', { roomId, playerId, position: '0' });
  assert.match(answer.error, /^position must be /);
  assert.equal(answer.param, 'position');
});

test('a cell outside of the board is out_of_board', async () => {
  const [first] = await pair(server);
  const at = (position) => ({ ...first.here, position });
  await check(first, 'tictactoe', 'game:move', 'out_of_board', [-1, 9, 100, 255, 256, 1e9, -1e9].map(at));
});

test('a taken cell is cell_taken', async () => {
  const [first, second] = await pair(server);
  await first.play(4);
  await check(second, 'tictactoe', 'game:move', 'cell_taken', [{ ...second.here, position: 4 }]);
});

test('a move out of turn is not_your_turn', async () => {
  const [first, second] = await pair(server);
  await check(second, 'tictactoe', 'game:move', 'not_your_turn', [{ ...second.here, position: 0 }]);
  await first.play(0);
  await check(first, 'tictactoe', 'game:move', 'not_your_turn', [{ ...first.here, position: 1 }]);
});

test('a move, resignation or draw offer after the end is game_over', async () => {
  const [first, second] = await pair(server, 'checkers');
  await first.do('game:resign', first.here);
  await second.next('game:over');
  const move = { ...first.here, move: { from: 40, to: 33 } };
  await check(first, 'checkers', 'game:move', 'game_over', [move]);
  for (const event of ['game:resign', 'game:draw:offer', 'game:draw:accept', 'game:draw:decline']) {
    await check(second, 'checkers', event, 'game_over', [second.here]);
  }
});

test('an unknown room and a room of others are unknown_room, in the same words', async () => {
  const [first] = await pair(server, 'checkers');
  const [stranger] = await pair(server, 'checkers');
  const events = {
    'game:move': { move: { from: 40, to: 33 } },
    'game:get_moves': { position: 40 },
    'game:resign': {}, 'afk:check': {}, 'game:rematch': {}, 'game:draw:offer': {}, 'game:draw:accept': {}, 'game:draw:decline': {},
  };
  for (const [event, fields] of Object.entries(events)) {
    const foreign = { ...fields, playerId: stranger.playerId, roomId: first.roomId };
    const nowhere = { ...foreign, roomId: `room_${'A'.repeat(22)}` };
    await check(stranger, 'checkers', event, 'unknown_room', [foreign, nowhere]);
    await check(stranger, 'checkers', event, 'unknown_room', [{ ...foreign, playerId: first.playerId }]);
  }
  assert.equal((await seen(server, 'checkers', first.roomId)).seq, 1);
});

test('the playerId of the opponent is not_your_seat', async () => {
  const [first, second] = await pair(server, 'checkers');
  const as = { roomId: first.roomId, playerId: first.playerId };
  await check(second, 'checkers', 'game:move', 'not_your_seat', [{ ...as, move: { from: 40, to: 33 } }]);
  for (const event of ['game:resign', 'game:draw:offer', 'game:draw:accept', 'game:draw:decline', 'game:rematch']) {
    await check(second, 'checkers', event, 'not_your_seat', [as]);
  }
});

test('an event that does not exist is bad_payload, and the nearest one is named', async () => {
  const [first] = await pair(server);
  const answer = await first.ask('game:mvoe', first.here);
  refusedWith(answer, 'bad_payload');
  assert.match(answer.hint, /game:move/);
  for (const event of ['', 'x'.repeat(300), '__proto__', 'game:get_moves', '\u0000\u001b[31m', '💥']) {
    refusedWith(await first.ask(event, {}), 'bad_payload');
  }
});

test('without an acknowledgement a refusal comes as game:error and names the event', async () => {
  const [, second] = await pair(server);
  second.tell('game:move', { ...second.here, position: 0 });
  const error = await second.next('game:error');
  assert.deepEqual([error.event, error.code], ['game:move', 'not_your_turn']);
  assert.match(error.error, /turn/);
  second.tell('game:move');
  assert.equal((await second.next('game:error')).code, 'bad_payload');
  second.tell('nonsense', { a: 1 });
  const unknown = await second.next('game:error');
  assert.deepEqual([unknown.event, unknown.code], ['nonsense', 'bad_payload']);
});

test('with an acknowledgement there is no game:error', async () => {
  const [, second] = await pair(server);
  refusedWith(await second.play(0), 'not_your_turn');
  await second.do('afk:check', second.here);
  assert.equal(second.has('game:error'), false);
});

test('a name needs a visible character, and tricks are taken out of it', async () => {
  const player = await Player.connect(server);
  for (const username of [undefined, null, '', '   ', '\u200b\u202e', 7, {}, 'x'.repeat(65)]) {
    refusedWith(await player.ask('matchmaking:join', { username, wantsBot: true }), 'bad_payload');
  }
  await player.do('matchmaking:join', { username: '  Ev\u202ee\n <b> ', wantsBot: true });
  assert.equal((await player.started()).players[0].username, 'Eve <b>');
});

test('deep, wide and strange payloads are refused and do no harm', async () => {
  const [first] = await pair(server);
  const deep = JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60));
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, index]));
  const proto = JSON.parse('{"__proto__":{"ok":true},"constructor":1}');
  for (const payload of [deep, wide, proto, { ...deep, roomId: deep }, { roomId: wide }]) {
    refusedWith(await first.ask('game:move', payload), 'bad_payload');
  }
  // Binary attachments are no part of the contract; whatever becomes of them, the server stays up.
  first.tell('game:move', { roomId: Buffer.alloc(16) });
  const other = await Player.connect(server);
  await other.do('matchmaking:join', { username: 'Ada', wantsBot: true });
  await other.started();
});

test('ply makes a repeated move harmless: it is acknowledged again and not played twice', async () => {
  const [first, second] = await pair(server);
  const answer = await first.play(4, { ply: 0 });
  assert.deepEqual([answer.ok, answer.ply], [true, 1]);
  for (let time = 0; time < 3; time += 1) {
    const again = await first.play(4, { ply: 0 });
    assert.deepEqual([again.ok, again.ply], [true, 1]);
  }
  await second.play(0, { ply: 1 });
  assert.equal((await first.play(4, { ply: 0 })).ok, true);
  const { moveHistory, seq } = await seen(server, 'tictactoe', first.roomId);
  assert.deepEqual([moveHistory.length, seq], [2, 3]);
});

test('a move meant for another ply is stale_ply', async () => {
  const [first, second] = await pair(server);
  await first.play(4, { ply: 0 });
  const late = [{ ...first.here, position: 5, ply: 0 }, { ...first.here, position: 5, ply: 7 }];
  await check(first, 'tictactoe', 'game:move', 'stale_ply', late);
  await check(second, 'tictactoe', 'game:move', 'stale_ply', [{ ...second.here, position: 4, ply: 0 }]);
  assert.equal((await second.play(0, { ply: 1 })).ok, true);
});

test('moves that a stock client buffered while offline cannot be played in a later position', async () => {
  const [first, second] = await pair(server);
  await first.play(0, { ply: 0 });
  first.socket.io.engine.close();
  await second.next('player:disconnected');
  first.socket.emit('game:reconnect', { playerId: first.playerId });
  const answered = new Promise((resolve) => {
    first.socket.emit('game:move', { ...first.here, position: 0, ply: 0 }, resolve);
  });
  await second.play(1, { ply: 1 });
  first.socket.connect();
  assert.equal((await answered).ok, true, 'the move that was made is acknowledged again');
  const { moveHistory } = await seen(server, 'tictactoe', first.roomId);
  assert.deepEqual(moveHistory.map(({ position }) => position), [0, 1]);
});

test('half of a character in a text is bad_payload, and the connection stays', async () => {
  const player = await Player.connect(server);
  const half = 'Ada 😀'.slice(0, 5);
  refusedWith(await player.ask('matchmaking:join', { username: half }), 'bad_payload');
  player.tell('matchmaking:join', { username: half });
  const { event, code } = await player.next('game:error');
  assert.deepEqual([event, code], ['matchmaking:join', 'bad_payload']);
  player.tell(half, {});
  assert.equal((await player.next('game:error')).code, 'bad_payload');
  assert.equal(player.socket.connected, true);
  await player.do('matchmaking:join', { username: 'Ada', wantsBot: true });
});

test('half of a character in the credentials refuses the connection in words', async () => {
  const error = await Player.refused(server, 'tictactoe', { auth: { token: '😀'.slice(0, 1) } });
  assert.equal(error.data.code, 'bad_payload');
});

test('a client that asks for every man at every turn is not limited, and nobody else is by it', async (t) => {
  const usual = await Server.start({
    'limits.events_per_second': 1, 'limits.event_burst': 20, 'limits.get_moves_per_second': 60, 'limits.get_moves_burst': 400,
  });
  t.after(() => usual.stop());
  const [player] = await pair(usual, 'checkers');
  const men = Array.from({ length: 400 }, (_, number) => ({ ...player.here, position: 40 + (number % 20) }));
  const answers = await Promise.all(men.map((man) => player.ask('game:get_moves', man)));
  assert.deepEqual(answers.filter(({ code }) => code === 'rate_limited'), []);
  await player.do('game:resign', player.here);
});

test('a socket that goes on flooding after rate_limited is told why and closed, and the others play on', async (t) => {
  const strict = await Server.start({ 'limits.events_per_second': 1, 'limits.event_burst': 20 });
  t.after(() => strict.stop());
  const [first, second] = await pair(strict);
  const noisy = await Player.connect(strict);
  for (let event = 0; event < 5_000; event += 1) noisy.tell('afk:check', { roomId: 'room_none' });
  const farewell = await noisy.next('game:error', ({ event }) => event === 'disconnect');
  assert.equal(farewell.code, 'rate_limited');
  assert.match(farewell.hint, /is closed/);
  assert.equal(await noisy.next('disconnect'), 'io server disconnect');
  const told = noisy.heard.filter(({ name }) => name === 'game:error').length;
  assert.ok(told < 300, `${told} refusals`);
  await first.play(0);
  await second.play(1);
});

test('a client by polling that sends six hundred events at once gets every answer', async () => {
  const player = await Player.connect(server, 'checkers', { transports: ['polling'] });
  const asked = Array.from({ length: 600 }, () => player.ask('afk:check', { roomId: 'room_none' }));
  for (const answer of await Promise.all(asked)) refusedWith(answer, 'unknown_room');
  assert.equal(player.socket.connected, true);
});

test('whoever sends too many events is told rate_limited, and others are not', async (t) => {
  const strict = await Server.start({ 'limits.events_per_second': 1, 'limits.event_burst': 20 });
  t.after(() => strict.stop());
  const [noisy, quiet] = [await Player.connect(strict), await Player.connect(strict)];
  const answers = await Promise.all(Array.from({ length: 60 }, () => noisy.ask('matchmaking:leave', {})));
  const codes = answers.map(({ code }) => code);
  assert.ok(codes.slice(0, 20).every((code) => code === 'bad_payload'));
  assert.equal(codes.at(-1), 'rate_limited');
  assert.match(answers.at(-1).hint, /wait \d+ ms/);
  await quiet.do('matchmaking:join', { username: 'Ada', wantsBot: true });
});
