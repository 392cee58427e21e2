// Attacks from the threat model: other people's seats, replayed moves, streams of nonsense.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { chance, replay } from './draughts.js';
import { hangUp, holder, pair, Player, refusedWith, seen } from './player.js';
import { Server } from './server.js';

let server;
let acme;
let bolt;
let people = 0;
before(async () => {
  server = await Server.start();
  acme = (await server.key(await server.tenant('Acme'), 'live')).key;
  bolt = (await server.key(await server.tenant('Bolt'), 'live')).key;
});
afterEach(() => hangUp(server));
after(() => server.stop());

/** A private game of checkers between two players of a tenant. */
async function table(key) {
  people += 2;
  const players = [{ id: `p${people}` }, { id: `p${people + 1}` }];
  const session = await server.session(key, { game: 'checkers', matchType: 'private', players, spectators: 'link' });
  const seats = [];
  for (const { sessionToken } of session.tokens) {
    const player = await holder(server, sessionToken, 'checkers');
    await player.do('matchmaking:join', { username: 'x' });
    seats.push(Object.assign(player, { token: sessionToken }));
  }
  for (const seat of seats) await seat.started();
  return seats;
}

/** Everything that can be done at a seat. */
const DEEDS = {
  'game:move': { move: { from: 40, to: 33 } },
  'game:resign': {},
  'game:draw:offer': {},
  'game:draw:accept': {},
  'game:draw:decline': {},
  'game:rematch': {},
  'game:react': { reaction: 'hello' },
  'game:get_moves': {},
  'afk:check': {},
};

/** What needs no seat: each has tests of its own. */
const SEATLESS = [
  'matchmaking:join', 'matchmaking:leave', 'game:reconnect', 'game:spectate', 'game:spectate:leave', 'lobby:follow', 'lobby:unfollow',
];

/** Whoever is in the room may ask these. */
const OPEN = { 'game:get_moves': ['not_your_seat', 'spectators_cannot'], 'afk:check': ['not_your_seat'] };

/** Nobody but the owner can do anything at a seat; the answer is the same whatever they try. */
async function check(owner, attacker, code) {
  const before = await seen(server, 'checkers', owner.roomId);
  const errors = new Set();
  for (const [event, fields] of Object.entries(DEEDS)) {
    for (const playerId of new Set([owner.playerId, attacker.playerId ?? 'nobody'])) {
      if (OPEN[event]?.includes(code)) continue;
      if (playerId === attacker.playerId && attacker.roomId === owner.roomId) continue; // that is their own seat
      const answer = await attacker.ask(event, { roomId: owner.roomId, playerId, ...fields });
      refusedWith(answer, code);
      errors.add(event === 'game:get_moves' ? '' : answer.error);
    }
  }
  errors.delete('');
  assert.equal(errors.size, 1, [...errors].join(' / '));
  assert.deepEqual(await seen(server, 'checkers', owner.roomId), before);
}

test('the matrix of attacks knows every event of the document', async () => {
  const { body } = await server.call('GET', '/asyncapi.json');
  const sent = Object.values(body.operations).filter(({ action }) => action === 'receive');
  const names = sent.flatMap(({ messages }) => messages.map(({ $ref }) => $ref.split('/').at(-1).replaceAll('.', ':')));
  assert.deepEqual(new Set(names), new Set([...Object.keys(DEEDS), ...SEATLESS]));
});

test('nobody but the owner acts for a seat: opponent, spectator, other room, other tenant, no token', async () => {
  const [owner, opponent] = await table(acme);
  await check(owner, opponent, 'not_your_seat');
  const spectator = await Player.connect(server, 'checkers');
  await spectator.do('game:spectate', { roomId: owner.roomId, username: 'Eve' });
  await check(owner, spectator, 'spectators_cannot');
  const [neighbour] = await table(acme);
  await check(owner, neighbour, 'unknown_room');
  const [foreigner] = await table(bolt);
  await check(owner, foreigner, 'unknown_room');
  await check(owner, await Player.connect(server, 'checkers'), 'unknown_room');
});

test('a room that one is not in is told from no room at all by nothing in any answer', async () => {
  const [[owner], guests] = [await table(acme), await pair(server, 'checkers')];
  const hidden = await server.session(acme, { game: 'checkers', matchType: 'private', players: [{ id: 'h1' }, { id: 'h2' }] });
  const shy = [];
  for (const { sessionToken } of hidden.tokens) {
    shy.push(await holder(server, sessionToken, 'checkers'));
    await shy.at(-1).do('matchmaking:join', { username: 'x' });
  }
  await shy[0].started();
  const [foreigner] = await table(bolt);
  const deeds = { ...DEEDS, 'game:spectate:leave': {}, 'game:move': { move: { from: 40, to: 33 }, ply: 9 } };
  for (const asker of [foreigner, await Player.connect(server, 'checkers'), await Player.connect(server, 'tictactoe')]) {
    for (const [event, fields] of Object.entries(deeds)) {
      if (asker.socket.nsp === '/tictactoe' && /draw|get_moves|game:move/.test(event)) continue;
      const answers = new Set();
      for (const room of [owner, guests[0], shy[0], { roomId: `room_${'x'.repeat(22)}`, playerId: 'nobody' }]) {
        for (const playerId of new Set([room.playerId, asker.playerId ?? 'nobody'])) {
          answers.add(JSON.stringify(await asker.ask(event, { roomId: room.roomId, playerId, ...fields })));
        }
      }
      assert.equal(answers.size, 1, [...answers].join('\n'));
      assert.equal(JSON.parse([...answers][0]).code, 'unknown_room');
    }
    const spectate = (roomId) => asker.ask('game:spectate', { roomId, username: 'Eve' });
    assert.deepEqual(await spectate(shy[0].roomId), await spectate(`room_${'x'.repeat(22)}`));
  }
});

test('nobody but the owner of the token comes back to a seat, before, during or after a disconnect', async () => {
  const [owner, opponent] = await table(acme);
  const [foreigner] = await table(bolt);
  const guest = await Player.connect(server, 'checkers');
  const { playerId } = owner;
  const hijack = async () => {
    for (const thief of [opponent, foreigner]) refusedWith(await thief.ask('game:reconnect', { playerId }), 'not_your_seat');
    refusedWith(await guest.ask('game:reconnect', { playerId }), 'nothing_to_reconnect');
    refusedWith(await guest.ask('game:reconnect', { playerId, reconnectToken: owner.token.slice(0, 100) }), 'nothing_to_reconnect');
  };
  await hijack();
  owner.close();
  const { seq } = await opponent.next('player:disconnected');
  await hijack();
  assert.equal((await seen(server, 'checkers', owner.roomId)).seq, seq);
  const back = await holder(server, owner.token, 'checkers');
  await back.do('game:reconnect', { playerId });
  await hijack();
  assert.equal(back.has('game:error'), false);
});

test('five hundred tries to take a guest\'s seat take nothing', async () => {
  const [first, second] = await pair(server);
  const thief = await Player.connect(server, 'tictactoe', { localAddress: '127.0.0.9' });
  const guess = (index) => ({ playerId: first.playerId, reconnectToken: Buffer.alloc(32, index % 256).toString('base64url') });
  const answers = await Promise.all(Array.from({ length: 500 }, (_, index) => thief.ask('game:reconnect', guess(index))));
  assert.deepEqual(new Set(answers.map(({ code, error }) => `${code} ${error}`)).size, 1);
  assert.equal((await first.play(0)).ok, true);
  await second.next('game:move:made');
  assert.equal((await seen(server, 'tictactoe', first.roomId)).seq, 2);
});

/** A guest on a page of some site, or with these headers, who plays another one; gives both. */
async function guestWith(headers) {
  const guest = await Player.connect(server, 'tictactoe', { extraHeaders: headers });
  await guest.do('matchmaking:join', { username: 'Ada' });
  const opponent = await Player.connect(server);
  await opponent.do('matchmaking:join', { username: 'Ben' });
  await Promise.all([guest.started(), opponent.started()]);
  return [guest, opponent];
}

/** Whoever comes with one of these headers and knows the id gets nothing, before and after the guest is gone. */
async function takesNothing([guest, opponent], thieves) {
  const { roomId, playerId } = guest;
  const steal = async () => {
    for (const [transport, headers] of ['websocket', 'polling'].flatMap((name) => thieves.map((headers) => [name, headers]))) {
      const thief = await Player.connect(server, 'tictactoe', { transports: [transport], extraHeaders: headers });
      refusedWith(await thief.ask('game:reconnect', { playerId }), 'not_your_seat');
      refusedWith(await thief.ask('game:resign', { roomId, playerId }), 'unknown_room');
      thief.close();
    }
  };
  await steal();
  assert.equal((await guest.play(4)).ok, true, 'the seat is still the guest\'s');
  assert.equal(guest.has('game:error'), false);
  guest.close();
  const { seq } = await opponent.next('player:disconnected');
  await steal();
  assert.equal((await seen(server, 'tictactoe', roomId)).seq, seq, 'the window runs on');
}

test('a page of another origin takes no seat of a guest, at the same address', async () => {
  const own = { origin: 'https://games.example' };
  const foreign = [{ origin: 'https://evil.example' }, { origin: 'http://games.example' }, { origin: 'null' }, {}];
  const table = await guestWith(own);
  await takesNothing(table, foreign);
  const back = await Player.connect(server, 'tictactoe', { extraHeaders: own });
  await back.do('game:reconnect', { playerId: table[0].playerId });
  await takesNothing(await guestWith({}), [own]);
});

test('sandboxed pages, whose origin is null, take no seats of each other', async () => {
  const [guest, opponent] = await guestWith({ origin: 'null' });
  await takesNothing([guest, opponent], [{ origin: 'null' }]);
  const back = await Player.connect(server, 'tictactoe', { extraHeaders: { origin: 'null' } });
  await back.do('game:reconnect', { playerId: guest.playerId, reconnectToken: guest.reconnectToken });
});

test('through a proxy that is not trusted nobody takes a seat without the token', async () => {
  for (const header of [{ 'x-forwarded-for': '198.51.100.7' }, { forwarded: 'for=198.51.100.7' }]) {
    const [guest, opponent] = await guestWith(header);
    await takesNothing([guest, opponent], [header, {}]);
    const back = await Player.connect(server, 'tictactoe', { extraHeaders: header });
    await back.do('game:reconnect', { playerId: guest.playerId, reconnectToken: guest.reconnectToken });
  }
  await takesNothing(await guestWith({}), [{ 'x-forwarded-for': '127.0.0.1' }]);
});

test('each move sent one to five times on one to three sockets is played once', async () => {
  const people = await pair(server);
  const pick = chance(5);
  const sockets = people.map((player) => [player]);
  for (const [ply, cell] of [4, 0, 2, 6, 3, 5, 1, 7, 8].entries()) {
    const own = sockets[ply % 2];
    if (own.length < 3) {
      // Another socket of the same player takes the seat over.
      const newer = await Player.connect(server);
      const { playerId, reconnectToken } = own[0];
      await newer.do('game:reconnect', { playerId, reconnectToken });
      newer.seat(await newer.next('game:reconnected'));
      own.unshift(newer);
    }
    const move = { ...own[0].here, position: cell, ply };
    const times = 1 + pick(5);
    const answers = await Promise.all(Array.from({ length: times }, () => own[0].ask('game:move', move)));
    for (const answer of answers) assert.deepEqual([answer.ok, answer.ply], [true, ply + 1]);
    for (const older of own.slice(1)) refusedWith(await older.ask('game:move', move), 'taken_over');
  }
  const { moveHistory } = await seen(server, 'tictactoe', people[0].roomId);
  assert.deepEqual(moveHistory.map(({ position }) => position), [4, 0, 2, 6, 3, 5, 1, 7, 8]);
});

test('a random stream of events changes the board by legal moves of the side to move only', async () => {
  const [red, black] = await pair(server, 'checkers');
  const spectator = await Player.connect(server, 'checkers');
  await spectator.do('game:spectate', { roomId: red.roomId, username: 'Eve' });
  const stranger = await Player.connect(server, 'checkers');
  const actors = [red, black, spectator, stranger];
  const pick = chance(99);
  const { roomId } = red;
  let { board } = await seen(server, 'checkers', roomId);
  let made = 0;
  for (let round = 0; round < 400; round += 1) {
    const actor = actors[pick(4)];
    const seat = [red, black][pick(2)];
    const { moves } = await red.do('game:get_moves', red.here);
    const sound = moves[pick(moves.length)];
    const move = [sound, { from: pick(70), to: pick(70) }, { ...sound, captures: [pick(64)] }, { from: sound.to, to: sound.from }][pick(4)];
    const answer = await actor.ask('game:move', { roomId, playerId: seat.playerId, move });
    const ends = (one) => one.from === move.from && one.to === move.to;
    const legal = moves.some((one) => ends(one) && (!move.captures || JSON.stringify(one) === JSON.stringify(move)));
    const allowed = legal && actor === seat && actor === [red, black][made % 2];
    assert.equal(answer.ok, allowed, `${JSON.stringify(move)}: ${answer.error}`);
    const state = await red.do('game:reconnect', { playerId: red.playerId }).then(() => red.next('game:reconnected'));
    if (allowed) {
      const played = moves.find(ends);
      board = replay(board, played, state.board[played.to].type === 'king');
      made += 1;
    }
    assert.deepEqual(state.board, board);
    assert.equal(state.moveHistory.length, made);
    if (red.has('game:over')) break;
  }
  assert.ok(made > 5, `${made} moves were made`);
});

test('a token opens sockets only from the sites of its key, on polling and on websockets', async () => {
  const { key } = await server.key('acme', 'live', 'https://app.example');
  const { sessionToken } = await server.session(key, { game: 'checkers', matchType: 'bot', players: [{ id: 'web' }] });
  for (const transports of [['websocket'], ['polling']]) {
    const from = (origin) => ({ transports, auth: { token: sessionToken }, extraHeaders: { origin } });
    await Player.connect(server, 'checkers', from('https://app.example'));
    for (const origin of [
      'https://evil.example', 'null', 'https://app.example.evil.example', 'http://app.example', 'https://app.example:8443',
    ]) {
      const error = await Player.refused(server, 'checkers', from(origin));
      assert.equal(error.data.code, 'origin_not_allowed', origin);
    }
  }
});
