// The results this back end has heard of. A real one keeps them in its database.
const KEPT = 20;

const results = new Map();
const followers = new Set();

/** Takes note of a session that has ended. Webhooks may come twice; the same session counts once. */
export function record({ id, game, players, result }) {
  const winner = players.find((player) => player.id === result.winner);
  const text = result.winner === null ? "a draw" : winner ? `${winner.displayName} won` : `${players[0].displayName} lost`;
  results.set(id, { id, game, text, reason: result.reason });
  const [oldest] = results.keys();
  if (results.size > KEPT) results.delete(oldest);
  followers.forEach((tell) => tell(latest()));
}

/** The results, newest first. */
export function latest() {
  return [...results.values()].reverse();
}

/** Tells the results now and after each change; gives what ends that. */
export function follow(tell) {
  followers.add(tell);
  tell(latest());
  return () => followers.delete(tell);
}
