// `parlour listen` and `parlour trigger`: webhooks on a developer's own machine.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { oneProcess } from './one-process.js';
import { hangUp, holder } from './player.js';
import { Receiver } from './receiver.js';
import { Server } from './server.js';

let server;
let tenant;
let key;
let receiver;
let started;
let people = 0;
before(async () => (server = await Server.start({ 'webhooks.allow_private': true, 'webhooks.allow_http': true })));
beforeEach(async () => {
  people += 1;
  started = [];
  tenant = await server.tenant(`Acme ${people}`);
  key = (await server.key(tenant, 'test')).key;
  receiver = await Receiver.start();
});
afterEach(async () => {
  await Promise.all(started.map((command) => command.interrupt()));
  await hangUp(server);
  receiver.stop();
});
after(() => server.stop());

/** Starts to listen, and waits until it does. */
async function listen(...args) {
  const command = server.background('listen', '--server', server.url, '--key', key, ...args);
  started.push(command);
  await command.printed(/Ctrl-C ends it/);
  return command;
}

const session = (fields = {}) =>
  server.session(key, { game: 'tictactoe', players: [{ id: `ada-${people}`, displayName: 'Ada' }], ...fields });

test('a whole game is forwarded in order, signed with the secret that was printed', async () => {
  const command = await listen('--forward-to', receiver.url);
  const [, secret] = await command.printed(/secret {2}(whsec_\S+)/);
  const players = ['ada', 'ben'].map((name) => ({ id: `${name}-${people}`, displayName: name }));
  const { tokens, players: [first] } = await session({ matchType: 'private', players });
  const seats = await Promise.all(tokens.map(({ sessionToken }) => holder(server, sessionToken)));
  for (const seat of seats) await seat.do('matchmaking:join', { username: 'me' });
  await Promise.all(seats.map((seat) => seat.started()));
  const starter = seats.find(({ playerId }) => playerId === first.id);
  assert.equal((await starter.play(4)).ok, true);
  await starter.do('game:resign', starter.here);
  const heard = [];
  while (heard.at(-1)?.body.event !== 'game.ended') heard.push(await receiver.next());
  assert.deepEqual(heard.map(({ body }) => body.event), ['session.created', 'session.started', 'game.move', 'game.ended']);
  for (const { raw, headers, body } of heard) {
    assert.deepEqual(new Webhook(secret).verify(raw, headers), body);
    assert.equal(body.mode, 'test');
    const room = body.data.roomId ?? body.sessionId;
    await command.printed(new RegExp(`--> ${body.event.replace('.', '\\.')} +${body.id} ${room}\\n`));
    await command.printed(new RegExp(`<-- 200 in \\d+ ms +${body.id}\\n`));
  }
  assert.equal(await command.interrupt(), 0);
});

test('a receiver that is down or refuses ends nothing', async () => {
  const gone = await Receiver.start();
  const { url } = gone;
  gone.stop();
  const command = await listen('--forward-to', url, '--json');
  await session();
  await session();
  await command.printed(/"error":"the connection failed[^]*"error":"the connection failed/);
  receiver.answer = () => 500;
  const other = await listen('--forward-to', receiver.url);
  await session();
  await other.printed(/<-- 500 in/);
  assert.equal(command.code, undefined);
});

test('after a restart of the server it goes on where it was, and misses nothing', async () => {
  const command = await listen();
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    await server.restart(signal);
    const { sessionId } = await session(); // before anybody can have connected again, or after
    await command.printed(new RegExp(`--> session\\.created +evt_\\S+ ${sessionId}`));
  }
  assert.equal(command.text.match(/--> session\.created/g).length, 2);
  assert.match(command.text, /closed the connection; trying again\nconnected again/);
});

test('only the chosen events are printed, and past ones on request', async () => {
  await listen();
  const { sessionId } = await session();
  const late = await listen('--since', '1h', '--events', 'session.created,game.ended');
  await late.printed(new RegExp(sessionId));
  const chosen = await listen('--since', '1h', '--events', 'game.ended');
  await server.command('trigger', 'session.created', '--tenant', tenant);
  await server.command('trigger', 'game.ended', '--tenant', tenant);
  await chosen.printed(/--> game\.ended/);
  assert.doesNotMatch(chosen.text, /session\.created/);
});

test('nobody hears the events of another tenant or of live games', async () => {
  const command = await listen();
  const live = (await server.key(tenant, 'live')).key;
  const other = (await server.key(await server.tenant(`Other ${people}`), 'test')).key;
  const players = [{ id: 'eve', displayName: 'Eve' }];
  await server.session(live, { game: 'tictactoe', players });
  await server.session(other, { game: 'tictactoe', players });
  const { sessionId } = await session();
  await command.printed(new RegExp(sessionId));
  assert.equal(command.text.match(/-->/g).length, 1);
  const { body } = await server.call('GET', '/v1/webhooks/events', { key: other });
  assert.deepEqual(body.events, []);
  const [{ id }] = (await server.call('GET', '/v1/webhooks/events', { key })).body.events;
  const foreign = await server.call('GET', `/v1/webhooks/events?after=${id}`, { key: other });
  assert.deepEqual([foreign.status, foreign.body.error], [400, 'after is not where one of your pages ended']);
});

test('events that only a listener wanted are never delivered, nor counted as failures', async () => {
  await listen();
  const heard = await session();
  const { status } = await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url } });
  assert.equal(status, 200);
  const { sessionId } = await session();
  const { body } = await receiver.next();
  assert.equal(body.sessionId, sessionId);
  const deliveries = async () => (await server.call('GET', '/v1/webhooks/deliveries', { key })).body.deliveries;
  while ((await deliveries()).length === 0);
  assert.deepEqual((await deliveries()).map((delivery) => delivery.sessionId), [sessionId]);
  const page = (await server.call('GET', '/v1/webhooks/events', { key })).body;
  assert.deepEqual(page.events.map((event) => event.sessionId), [heard.sessionId, sessionId]);
});

/** Opens a stream of events. */
const stream = (holding) => fetch(`${server.url}/v1/webhooks/events`, { headers: { accept: 'text/event-stream', authorization: `Bearer ${holding}` } });

test('a stream ends with its key', async () => {
  const { id, key: doomed } = await server.key(tenant, 'test');
  const opened = await stream(doomed);
  assert.equal(opened.status, 200);
  await server.keys('revoke', id);
  assert.match(await opened.text(), /^event: ready\ndata: \{"tenant":/);
});

test('a tenant has no more than eight streams', oneProcess('streams'), async () => {
  const { key: busy } = await server.key(tenant, 'test');
  const streams = await Promise.all(Array.from({ length: 8 }, () => stream(busy)));
  assert.deepEqual(streams.map(({ status }) => status), Array(8).fill(200));
  assert.equal((await stream(busy)).status, 429);
  await Promise.all(streams.map(({ body }) => body.cancel()));
});

test('a command that cannot listen says why, and what to do', async () => {
  const live = (await server.key(tenant, 'live')).key;
  // Nobody listens on this port, and no other test is given it.
  const origin = 'http://127.0.0.1:1024';
  const unknown = `bg_test_${'x'.repeat(48)}`;
  for (const [code, words, ...args] of [
    [2, 'this is a live key[^]*say --live', '--server', server.url, '--key', live],
    [2, 'that is no API key', '--server', server.url, '--key', 'secret'],
    [1, 'refused: Invalid or inactive API key[^]*parlour keys create', '--server', server.url, '--key', unknown],
    [1, 'there is no test key[^]*serve --dev'],
    [1, `cannot listen to ${origin}: [^]*serve --dev`, '--server', origin, '--key', key],
    [2, 'cannot be a server', '--server', 'ftp://127.0.0.1', '--key', key],
    [2, 'events cannot go to', '--server', server.url, '--key', key, '--forward-to', 'http://[::1'],
    [2, 'did you mean `game.ended`', '--server', server.url, '--key', key, '--events', 'game.endet'],
    [2, 'is not a time such as', '--server', server.url, '--key', key, '--since', 'noon'],
  ]) {
    const command = server.background('listen', ...args);
    started.push(command);
    await command.ended;
    assert.deepEqual([command.code, args], [code, args], command.text);
    assert.match(command.text, new RegExp(words));
  }
  const meant = server.background('listen', '--server', server.url, '--key', live, '--live');
  started.push(meant);
  await meant.printed(/listening to live events/);
});

test('every event can be triggered, to a URL or to whoever listens, and is marked as test', async () => {
  const names = (await server.command('trigger', '--list')).trim().split('\n');
  const { body: { components } } = await server.call('GET', '/openapi.json');
  assert.deepEqual(names, components.schemas.WebhookName.enum);
  const command = await listen();
  for (const name of names) {
    const told = await server.command('trigger', name, '--to', receiver.url);
    const { raw, headers, body } = await receiver.next();
    assert.deepEqual(new Webhook(/secret {2}(\S+)/.exec(told)[1]).verify(raw, headers), body);
    assert.deepEqual([body.event, body.mode, headers['x-betagamer-event']], [name, 'test', name]);
    assert.match(told, /<-- 200 in \d+ ms\n$/);
    await server.command('trigger', name, '--tenant', tenant);
    await command.printed(new RegExp(`--> ${name}`));
  }
});

test('a triggered event goes to the test endpoint, and nowhere without one', async () => {
  const refused = (...args) => assert.rejects(server.command('trigger', ...args), ({ code, stderr }) => code > 0 && /help: /.test(stderr));
  await refused('game.ended', '--tenant', tenant);
  const { body: { secret } } = await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url, events: ['game.ended'] } });
  await refused('game.move', '--tenant', tenant);
  assert.match(await server.command('trigger', 'game.ended', '--tenant', tenant), / to http:\/\/127/);
  const { raw, headers } = await receiver.next();
  assert.equal(new Webhook(secret).verify(raw, headers).event, 'game.ended');
  receiver.answer = () => 503;
  await assert.rejects(server.command('trigger', 'game.move', '--to', receiver.url), /was not delivered: the receiver answered 503/);
});

test('a running server sends what the command line replays', async () => {
  await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url } });
  receiver.answer = () => 410;
  await session();
  const { body } = await receiver.next();
  const failed = async () => JSON.parse(await server.command('webhooks', 'deliveries', '--failed', '--json', '--tenant', tenant));
  while ((await failed()).length === 0);
  assert.deepEqual((await failed()).map(({ id, state, status }) => [id, state, status]), [[body.id, 'dead', 410]]);
  receiver.answer = () => 200;
  await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url } });
  assert.equal(await server.command('webhooks', 'replay', '--since', '1h', '--tenant', tenant), '1 event is sent again\n');
  assert.equal((await receiver.next()).body.id, body.id);
});
