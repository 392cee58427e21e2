// The idle clock: warning, cleared, timeout, and what it does while a player is away.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { againstBot, hangUp, pair, Player, refusedWith } from './player.js';
import { CLOCK_ERROR, Server } from './server.js';

/** A turn is soon over: for tests that only wait for what comes. */
const QUICK = { timeout: '2s', warning: '1s' };
/** A warning comes soon, and whoever is warned has time to act, also on a busy machine. */
const WARNED_SOON = { timeout: '14s', warning: '12s' };

let quick;
let server;
let usual;
before(async () => {
  [quick, server, usual] = await Promise.all([start(QUICK), start(WARNED_SOON), Server.start()]);
});
after(async () => {
  for (const one of [quick, server, usual]) {
    await hangUp(one);
    await one.stop();
  }
});

function start({ timeout, warning }) {
  return Server.start({
    'times.idle.tictactoe.timeout': timeout,
    'times.idle.tictactoe.warning': warning,
    'times.idle.checkers.timeout': timeout,
    'times.idle.checkers.warning': warning,
    'times.reconnect_window': '5m',
  });
}

const GAMES = [
  { game: 'tictactoe', defaults: [60, 20], move: 4, reply: 0 },
  { game: 'checkers', defaults: [90, 30], move: { from: 40, to: 33 }, reply: { from: 17, to: 24 } },
];

test('defaults: tic-tac-toe 60 s with a warning 20 s before, checkers 90 s with a warning 30 s before', async () => {
  for (const { game, defaults } of GAMES) {
    const player = await Player.connect(usual, game);
    await player.do('matchmaking:join', { username: 'Ada', wantsBot: true });
    const { afkTimeoutEnabled, afkTimeoutSeconds, afkWarnSeconds } = await player.started();
    assert.deepEqual([afkTimeoutEnabled, afkTimeoutSeconds, afkWarnSeconds], [true, ...defaults]);
  }
});

// The games wait at the same time.
describe('the idle clock', { concurrency: true }, () => GAMES.forEach(({ game, defaults, move, reply }) => {
  describe(game, { concurrency: 1 }, () => {
    test('an idle player is warned once, then loses by afk_timeout', async () => {
      const [first, second] = await pair(quick, game);
      const [told, heard] = await Promise.all([first, second].map((player) => player.next(`${game}:afk_warning`)));
      assert.deepEqual(told, heard);
      assert.equal(told.playerId, first.playerId);
      assert.equal(told.secondsRemaining, 1);
      for (const player of [first, second]) {
        const { winner, reason, winningLine } = await player.next('game:over');
        assert.deepEqual([winner, reason], [second.playerId, 'afk_timeout']);
        assert.equal(winningLine ?? null, null);
        assert.equal(player.has(`${game}:afk_warning`), false);
      }
    });

    test('a move after a warning clears it, and the clock starts again for the other player', async () => {
      const [first, second] = await pair(server, game);
      await second.next(`${game}:afk_warning`);
      const answer = await first.play(move);
      assert.equal(answer.ok, true, answer.error);
      for (const player of [first, second]) {
        const { roomId } = await player.next(`${game}:afk_warning_cleared`);
        assert.equal(roomId, first.roomId);
      }
      await first.next(`${game}:afk_warning`, ({ playerId }) => playerId === second.playerId);
      assert.equal((await first.next('game:over')).winner, first.playerId);
    });

    test('a move without a warning clears nothing', async () => {
      const [first, second] = await pair(usual, game);
      await first.play(move);
      await second.play(reply);
      await second.do('afk:check', second.here);
      assert.equal(second.has(`${game}:afk_warning_cleared`), false);
    });

    test('afk:check answers whose clock runs and until when, in epoch milliseconds', async () => {
      const [first, second] = await pair(usual, game);
      for (const player of [first, second]) {
        const asked = Date.now();
        const answer = await player.do('afk:check', { roomId: player.roomId });
        const status = await player.next('afk:status');
        assert.deepEqual(answer.status, status);
        assert.deepEqual([status.playerId, status.roomId], [first.playerId, first.roomId]);
        assert.ok(status.expiresAt > asked && status.expiresAt <= asked + defaults[0] * 1_000, `${status.expiresAt - asked} ms are left`);
      }
    });

    test('afk:check answers null when no clock runs', async () => {
      const [first] = await pair(server, game, { afkTimeoutEnabled: false });
      await first.do('afk:check', { roomId: first.roomId });
      assert.equal(await first.next('afk:status'), null);
    });

    test('the clock stands still while the player to move is away, and goes on with at least the warning time', async () => {
      const [first, second] = await pair(server, game);
      await first.next(`${game}:afk_warning`);
      first.close();
      await second.next('player:disconnected');
      await second.do('afk:check', { roomId: second.roomId });
      assert.equal(await second.next('afk:status'), null);
      const back = await Player.connect(server, game);
      const returned = Date.now();
      await back.do('game:reconnect', { playerId: first.playerId });
      back.seat(await back.next('game:reconnected'));
      await back.do('afk:check', { roomId: back.roomId });
      const { playerId, expiresAt } = await back.next('afk:status');
      assert.equal(playerId, first.playerId);
      // The warning had been given, so less than its seconds were left.
      assert.ok(expiresAt >= returned + 12_000 - CLOCK_ERROR, `${expiresAt - returned} ms are left`);
      assert.equal((await second.next('game:over')).reason, 'afk_timeout');
    });

    test('only accepted moves reset the clock', async () => {
      const [first, second] = await pair(usual, game);
      const { status } = await first.do('afk:check', { roomId: first.roomId });
      refusedWith(await first.play(game === 'tictactoe' ? 9 : { from: 0, to: 1 }), 'out_of_board');
      refusedWith(await second.play(move), 'not_your_turn');
      const later = await first.do('afk:check', { roomId: first.roomId });
      assert.equal(later.status.expiresAt, status.expiresAt);
    });
  });
}));

test('a human who leaves a bot waiting loses to it', async () => {
  const player = await againstBot(quick, 'tictactoe', 'easy');
  const { winner, reason } = await player.next('game:over');
  assert.equal(reason, 'afk_timeout');
  assert.ok(winner !== null && winner !== player.playerId);
});

test('afkTimeoutSeconds is 10 to 600, and the warning lies between zero and the timeout', async () => {
  const player = await Player.connect(server);
  for (const wrong of [
    { afkTimeoutSeconds: 9 }, { afkTimeoutSeconds: 601 }, { afkTimeoutSeconds: -1 }, { afkTimeoutSeconds: 10.5 },
    { afkTimeoutSeconds: '60' }, { afkTimeoutSeconds: 60, afkWarnSeconds: 60 }, { afkTimeoutSeconds: 60, afkWarnSeconds: 0 },
    { afkWarnSeconds: 600 }, { afkTimeoutEnabled: 'yes' },
  ]) {
    refusedWith(await player.ask('matchmaking:join', { username: 'Ada', wantsBot: true, ...wrong }), 'bad_payload');
  }
  await player.do('matchmaking:join', { username: 'Ada', wantsBot: true, afkTimeoutSeconds: 600, afkWarnSeconds: 599 });
  const { afkTimeoutSeconds, afkWarnSeconds } = await player.started();
  assert.deepEqual([afkTimeoutSeconds, afkWarnSeconds], [600, 599]);
});
