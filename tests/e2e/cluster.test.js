// Several nodes: what must hold for clients on nodes that the test chooses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Proxy } from '../faults/proxy.js';
import { Seat } from '../faults/seat.js';
import { holder, Player, refusedWith } from './player.js';
import { Receiver } from './receiver.js';
import { SEVERAL_NODES, Server, TEST_REDIS, TEST_STORE } from './server.js';

/** A player of a queue on each of two nodes, seated at one board, the first mover first. */
async function apart(server, game = 'tictactoe', nodes = [0, 1]) {
  const players = [];
  for (const [place, node] of nodes.entries()) {
    const player = await Player.connect(server.nodes[node], game);
    await player.do('matchmaking:join', { username: ['Ada', 'Ben'][place] });
    players.push(player);
  }
  const started = await Promise.all(players.map((player) => player.started()));
  assert.equal(started[0].roomId, started[1].roomId);
  return started[0].players[0].id === players[0].playerId ? players : players.reverse();
}

async function start(t, settings = {}, options = {}) {
  const server = await Server.start(settings, options);
  t.after(() => server.stop());
  return server;
}

/** Nodes that reach Redis through a proxy. */
async function startBehindProxy(t) {
  const proxy = await Proxy.before(TEST_REDIS);
  const server = await Server.start({}, { redis: `redis://${new URL(proxy.url).host}` });
  t.after(async () => {
    await server.stop();
    proxy.close();
  });
  return { proxy, server };
}

/** The answer of a node to a request that only operators and proxies make. */
async function ready(node) {
  const response = await fetch(`${node.url}/readyz`, { headers: { connection: 'close' } });
  return { status: response.status, body: await response.json() };
}

/** A figure of a node. */
async function figure(node, name) {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await node.metrics())?.[1]);
}

test('every node knows how many there are', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  for (const node of server.nodes) {
    while ((await figure(node, 'parlour_nodes')) !== 3);
    while ((await figure(node, 'parlour_redis_up')) !== 1);
  }
});

test('players on two nodes and a spectator on the third see the same game', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const [first, second] = await apart(server);
  const watcher = await Player.connect(server.nodes[2]);
  await watcher.do('game:spectate', { roomId: first.roomId, username: 'Eve' });
  await watcher.next('game:spectate:joined');
  const everybody = [first, second, watcher];
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) {
    await [first, second][ply % 2].do('game:move', { ...[first, second][ply % 2].here, position: cell });
    const told = await Promise.all(everybody.map((one) => one.next('game:move:made')));
    for (const { seq, moveHistory } of told) assert.deepEqual([seq, moveHistory.length], [told[0].seq, ply + 1]);
  }
  const ends = await Promise.all(everybody.map((one) => one.next('game:over')));
  for (const { winner, reason, seq } of ends) assert.deepEqual([winner, reason, seq], [first.playerId, 'victory', ends[0].seq]);
  for (const player of [first, second]) await player.do('game:rematch', player.here);
  const again = await Promise.all([first.started(), second.started()]);
  assert.equal(again[0].roomId, again[1].roomId);
});

test('a player who is in the queue of one node is in no second pair', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const players = [];
  for (let number = 0; number < 24; number += 1) players.push(await Player.connect(server.nodes[number % 3]));
  await Promise.all(players.map((player, number) => player.do('matchmaking:join', { username: `player ${number}` })));
  const games = await Promise.all(players.map((player) => player.started()));
  const rooms = new Map();
  for (const { roomId, playerId } of games) rooms.set(roomId, [...(rooms.get(roomId) ?? []), playerId]);
  assert.equal(rooms.size, 12);
  for (const seated of rooms.values()) assert.equal(new Set(seated).size, 2);
  for (const player of players) assert.equal(player.has('game:started'), false, 'nobody is paired twice');
});

test('a game that waits at one node is accepted at another, or paired by the queue, and never both', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const clock = (number) => ({ timeControl: { kind: 'clock', baseSeconds: 60 + number } });
  const hosts = [];
  for (let number = 0; number < 12; number += 1) {
    const host = await Player.connect(server.nodes[0]);
    await host.do('matchmaking:join', { username: `host ${number}`, ...clock(number) });
    hosts.push(host);
  }
  const reader = await Player.connect(server.nodes[2]);
  await reader.do('lobby:follow', {});
  const { seeks } = await reader.next('lobby:state', ({ seeks }) => seeks.length === hosts.length);
  const rivals = await Promise.all(hosts.flatMap((_, number) => [1, 2].map(async (node) => [number, node, await Player.connect(server.nodes[node])])));
  const answers = await Promise.all(
    rivals.map(([number, node, rival]) => {
      const wish = node === 1 ? clock(number) : { seekId: seeks.find(({ username }) => username === `host ${number}`).seekId };
      return rival.ask('matchmaking:join', { username: `rival ${number} at ${node}`, ...wish });
    }),
  );
  for (const [number, host] of hosts.entries()) {
    const { players, roomId } = await host.started();
    assert.equal(players[0].username, `host ${number}`);
    const [joined, accepted] = [1, 2].map((node) => rivals.findIndex(([of, at]) => of === number && at === node));
    const winner = players[1].username === `rival ${number} at 1` ? joined : accepted;
    assert.equal((await rivals[winner][2].started()).roomId, roomId);
    if (winner === joined) refusedWith(answers[accepted], 'not_found');
    else assert.equal(answers[accepted].roomId, roomId);
  }
  for (const host of hosts) assert.equal(host.has('game:started'), false, 'nobody is paired twice');
});

test('a reaction reaches the players and spectators of other nodes', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const [first, second] = await apart(server);
  const watcher = await Player.connect(server.nodes[2]);
  await watcher.do('game:spectate', { roomId: first.roomId, username: 'Eve' });
  await watcher.next('game:spectate:joined');
  await first.do('game:react', { ...first.here, reaction: 'good_luck' });
  for (const one of [first, second, watcher]) {
    const { playerId, reaction } = await one.next('game:reaction');
    assert.deepEqual([playerId, reaction], [first.playerId, 'good_luck']);
  }
});

test('a player comes back to another node, and the old connection is told', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const [first, second] = await apart(server);
  await first.play(4);
  const back = await Player.connect(server.nodes[2]);
  await back.do('game:reconnect', { playerId: first.playerId, reconnectToken: first.reconnectToken });
  const { moveHistory } = await back.next('game:reconnected');
  assert.deepEqual(moveHistory.map(({ position }) => position), [4]);
  back.seat({ ...first, reconnectToken: undefined });
  await second.play(0);
  await back.next('game:move:made', (made) => made.moveHistory.length === 2);
  const answer = await first.play(8);
  assert.equal(answer.ok, false, 'the seat belongs to the newest connection');
  await back.do('game:move', { ...back.here, position: 8 });
});

test('when a node is killed the windows of its players start on the others, and it is gone from the count', SEVERAL_NODES, async (t) => {
  const server = await start(t, { 'times.reconnect_window': '8s' });
  const [first, second] = await apart(server);
  await first.play(4);
  const onFirst = first.socket.io.uri.startsWith(server.nodes[0].url) ? 0 : 1;
  const killed = Date.now();
  await server.nodes[onFirst].end('SIGKILL');
  const { playerId, expiresAt } = await second.next('player:disconnected');
  assert.equal(playerId, first.playerId);
  assert.ok(Date.now() - killed < 60_000, 'the death is noticed');
  assert.ok(expiresAt > killed + 8_000 - 1_000, 'the window is a whole one');
  const { winner, reason } = await second.next('game:over');
  assert.deepEqual([winner, reason], [second.playerId, 'disconnect']);
  const others = server.nodes.filter((_, node) => node !== onFirst);
  for (const node of others) while ((await figure(node, 'parlour_nodes')) !== 2);
});

test('a node that the operator ends hands its games over at once', SEVERAL_NODES, async (t) => {
  const server = await start(t, { 'times.reconnect_window': '10m' });
  const [first, second] = await apart(server);
  await first.play(4);
  const onFirst = first.socket.io.uri.startsWith(server.nodes[0].url) ? 0 : 1;
  const ended = server.nodes[onFirst].end('SIGTERM');
  const { retryAfterMs } = await first.next('server:restarting');
  assert.ok(retryAfterMs >= 0 && retryAfterMs < 60_000);
  await first.next('disconnect');
  const back = await Player.connect(server.nodes[2]);
  await back.do('game:reconnect', { playerId: first.playerId, reconnectToken: first.reconnectToken });
  back.seat(await back.next('game:reconnected'));
  await second.do('game:move', { ...second.here, position: 0 });
  await back.do('game:move', { ...back.here, position: 8 });
  assert.equal(await ended, 0);
});

test('a node that ends is not ready, and the others are', SEVERAL_NODES, async (t) => {
  const server = await start(t, { 'times.shutdown_grace': '5s' });
  const held = await Player.connect(server.nodes[0]);
  const ended = server.nodes[0].end('SIGTERM');
  await held.next('server:restarting');
  const answer = await ready(server.nodes[0]).catch(() => ({ status: 503 })); // or it has closed its port
  assert.equal(answer.status, 503);
  assert.equal((await ready(server.nodes[1])).status, 200);
  assert.equal(await ended, 0);
});

test('without Redis games go on between nodes, and /readyz says degraded', SEVERAL_NODES, async (t) => {
  const { proxy, server } = await startBehindProxy(t);
  const [first, second] = await apart(server);
  proxy.cut();
  for (const node of server.nodes) {
    let answer = await ready(node);
    while (answer.body.status !== 'degraded') answer = await ready(node);
    assert.equal(answer.status, 200);
    while ((await figure(node, 'parlour_redis_up')) !== 0);
  }
  for (const [ply, cell] of [0, 3, 1].entries()) {
    const [mover, other] = ply % 2 === 0 ? [first, second] : [second, first];
    await mover.do('game:move', { ...mover.here, position: cell });
    await other.next('game:move:made', ({ moveHistory }) => moveHistory.length === ply + 1);
  }
  const later = await apart(server);
  assert.notEqual(later[0].roomId, first.roomId, 'pairs are made without Redis, too');
  proxy.heal();
  for (const node of server.nodes) while ((await ready(node)).body.status === 'degraded');
  await second.do('game:move', { ...second.here, position: 4 });
  await first.next('game:move:made', ({ moveHistory }) => moveHistory.length === 4);
});

test('a node whose line to Redis falls silent hears the others again over a new one', SEVERAL_NODES, async (t) => {
  const { proxy, server } = await startBehindProxy(t);
  const [first, second] = await apart(server);
  const lines = proxy.silence();
  for (const node of server.nodes) while ((await ready(node)).body.status !== 'degraded');
  proxy.heal();
  while (proxy.lines < lines) await ready(server.nodes[0]);
  // A move is found in the store sooner or later; a reaction is in no store. The new line may be a moment away from being heard.
  while (!second.has('game:reaction')) {
    await first.ask('game:react', { ...first.here, reaction: 'hello' });
    for (let looks = 0; looks < 50 && !second.has('game:reaction'); looks += 1) await ready(server.nodes[0]);
  }
});

test('a node that stood still longer than its life closes its sockets and serves again', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const [stopped, ...others] = server.nodes;
  const held = await Player.connect(stopped);
  while ((await figure(stopped, 'parlour_nodes')) !== 3);
  stopped.signal('SIGSTOP');
  for (const node of others) while ((await figure(node, 'parlour_nodes')) !== 2);
  stopped.signal('SIGCONT');
  await held.next('disconnect');
  for (const node of server.nodes) while ((await figure(node, 'parlour_nodes')) !== 3);
  const [first, second] = await apart(server);
  await first.play(4);
  await second.next('game:move:made');
});

test('whoever comes to a node while it finds itself declared dead and enters again gets a game', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const [stopped, ...others] = server.nodes;
  const { key } = await server.key(await server.tenant('Acme'), 'test');
  const game = { game: 'tictactoe', matchType: 'private' };
  const sessions = await Promise.all([...Array(20).keys()].map((number) =>
    server.session(key, { ...game, players: [{ id: `first-${number}` }, { id: `second-${number}` }] })));
  while ((await figure(stopped, 'parlour_nodes')) !== 3);
  stopped.signal('SIGSTOP');
  // They are let in when it goes on, and come again whenever it closes their connections.
  const pace = { holdAt: 0, think: () => 0, sent: () => {} };
  const seats = sessions.flatMap(({ tokens }) => tokens).map(({ playerId: player, sessionToken: token }) =>
    new Seat({ url: stopped.url, game: 'tictactoe', player, token, pace }));
  t.after(() => seats.forEach((seat) => seat.close()));
  const seated = Promise.all(seats.map((seat) => new Promise((resolve) => seat.onSync(resolve))));
  for (const node of others) while ((await figure(node, 'parlour_nodes')) !== 2);
  stopped.signal('SIGCONT');
  await seated;
});

test('a webhook is delivered once, whichever node the game ended on', SEVERAL_NODES, async (t) => {
  const server = await start(t, { 'webhooks.allow_private': true, 'webhooks.allow_http': true });
  const receiver = await Receiver.start();
  t.after(() => receiver.stop());
  const { key } = await server.key(await server.tenant('Acme'));
  await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url, events: ['game.ended'] } });
  for (const node of server.nodes) {
    const session = await server.session(key, { game: 'tictactoe', matchType: 'bot', players: [{ id: 'ada' }] });
    const player = await holder(node, session.sessionToken);
    await player.do('matchmaking:join', { username: 'Ada' });
    await player.started();
    await player.do('game:resign', player.here);
    const { body } = await receiver.next();
    assert.equal(body.data.roomId, player.roomId);
  }
  assert.equal(receiver.received.length, server.nodes.length);
});

test('a list of rooms has the rooms of all nodes', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const rooms = [];
  for (const nodes of [[0, 0], [1, 1], [2, 2], [0, 2]]) rooms.push((await apart(server, 'tictactoe', nodes))[0].roomId);
  for (const node of server.nodes) {
    const { rooms: listed } = await (await fetch(`${node.url}/v1/rooms`, { headers: { connection: 'close' } })).json();
    assert.deepEqual(listed.map(({ roomId }) => roomId).sort(), rooms.toSorted());
  }
});

test('a seat of another node is not taken without its token', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const [first] = await apart(server);
  const thief = await Player.connect(server.nodes[2], 'tictactoe', { localAddress: '127.0.0.9' });
  refusedWith(await thief.ask('game:reconnect', { playerId: first.playerId }), 'not_your_seat');
});

test('a node that waited in vain for the lock of the database writes again', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const lock = "pg_advisory_xact_lock(hashtext('parlour'), hashtext(current_schema()))";
  await server.sql(`BEGIN; SELECT ${lock}; SELECT pg_sleep(5); COMMIT`); // longer than a node waits
  for (const node of server.nodes) while ((await ready(node)).status !== 200);
  const [first] = await apart(server);
  assert.equal((await first.play(4)).ok, true);
});

test('who begins a game at one node no longer waits at another', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const session = async (id, more = {}) => (await server.session(key, { game: 'tictactoe', players: [{ id }], ...more })).sessionToken;
  const waiting = await holder(server.nodes[0], await session('ann'));
  await waiting.do('matchmaking:join', { username: 'Ann' });
  const playing = await holder(server.nodes[1], await session('ann', { matchType: 'bot' }));
  await playing.do('matchmaking:join', { username: 'Ann' });
  await playing.started();
  const others = [await holder(server.nodes[2], await session('ben')), await holder(server.nodes[0], await session('cleo'))];
  for (const other of others) await other.do('matchmaking:join', { username: 'x' });
  const { players } = await others[0].started();
  assert.deepEqual(players.map(({ id }) => id).sort(), ['ben', 'cleo']);
});

test('who joins again while another node seats their earlier place gets that game', SEVERAL_NODES, async (t) => {
  const server = await start(t);
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const { tokens } = await server.session(key, { game: 'tictactoe', matchType: 'private', players: [{ id: 'ann' }, { id: 'ben' }] });
  const [first, second] = await Promise.all(tokens.map(({ sessionToken }, node) => holder(server.nodes[node], sessionToken)));
  for (const player of [first, second]) await player.do('matchmaking:join', { username: 'x' });
  const [{ roomId }] = await Promise.all([first.started(), second.started()]);
  // The game is found by nobody who looks for it, until a new place is stored: as if it had been opened just then.
  await server.sql("UPDATE seats SET player = 'nobody' WHERE player = 'ben'; UPDATE sessions SET status = 'pending'");
  await server.sql(`CREATE FUNCTION seat_ben() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN UPDATE seats SET player = 'ben' WHERE player = 'nobody'; UPDATE sessions SET status = 'active'; RETURN NEW; END $$`);
  await server.sql('CREATE TRIGGER seat_ben BEFORE INSERT ON waiting FOR EACH ROW EXECUTE FUNCTION seat_ben()');
  const again = await holder(server.nodes[2], tokens[1].sessionToken);
  const answer = await again.do('matchmaking:join', { username: 'x' });
  assert.equal(answer.roomId, roomId);
  assert.equal((await again.next('matchmaking:already_started')).roomId, roomId);
  await again.do('game:reconnect', { playerId: 'ben' });
  again.seat(await again.next('game:reconnected'));
  while ((await figure(server.nodes[2], 'parlour_queue_waiting')) !== 0);
  for (const [ply, cell] of [0, 3].entries()) {
    const player = [first, again].find(({ playerId }) => (playerId === 'ann') === (ply % 2 === 0));
    await player.do('game:move', { ...player.here, position: cell });
  }
});

test('who leaves the queue while the database is away is in no pair when it is back', SEVERAL_NODES, async (t) => {
  const proxy = await Proxy.before(TEST_STORE);
  const server = await start(t, {}, { through: proxy.url });
  t.after(() => proxy.close());
  const gone = await Player.connect(server.nodes[0]);
  await gone.do('matchmaking:join', { username: 'Zoe' });
  proxy.cut();
  gone.close();
  // The node has noticed when it counts the player no longer.
  while ((await figure(server.nodes[0], 'parlour_queue_waiting')) !== 0);
  proxy.heal();
  for (const node of server.nodes) while ((await ready(node)).status !== 200);
  await apart(server, 'tictactoe', [1, 2]);
});
