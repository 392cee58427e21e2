// Games end while one of their players is away, and the server is killed at that moment: returning players receive the end.

import { make, play } from '../scene.js';

export const name = 'end while away';

export async function run({ short }) {
  const times = short ? 5 : 50;
  return play({
    tables: 4,
    async fault({ server, load }) {
      for (let time = 0; time < times; time += 1) {
        const gone = await load.absentPlayer();
        const opponent = load.seats.find((seat) => seat.room === gone.room && seat !== gone);
        const { ok, code } = await opponent.ask('game:resign', { roomId: opponent.room, playerId: opponent.player });
        make(ok || code === 'game_over', 'the game did not end');
        // Every second player returns to a server that knows the game only from its disk.
        if (time % 2 === 0) await server.restart('SIGKILL');
        gone.socket.connect();
        await load.until('the end of the game', () => gone.done);
        make((await gone.over) === 'over', `the player who came back was told: ${await gone.over}`);
      }
      return `${times} ends, ${Math.ceil(times / 2)} of them before a kill`;
    },
  });
}
