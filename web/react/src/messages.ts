// The messages of the components, as templates that a page can replace.

/** The English messages; `{name}` is a placeholder. */
export const MESSAGES = {
  connecting: "Connecting…",
  online: "Connected",
  reconnecting: "Connection lost. Reconnecting…",
  restarting: "The server restarts. Your game is kept.",
  "taken-over": "You play on in another window.",
  closed: "Not connected",
  failed: "No connection: {error}",
  playHere: "Play here",
  waiting: "Waiting for an opponent…",
  bot: "Computer",
  toMove: "to move",
  you: "you",
  away: "{name} lost the connection",
  afkYou: "Move now, or the game is lost.",
  afkOther: "{name} must move soon.",
  seconds: "{seconds} s",
  moves: "Moves",
  noMoves: "No move yet",
  won: "You won",
  lost: "You lost",
  drawn: "Draw",
  winner: "{name} won",
  victory: "on the board",
  draw: "by the rules of a draw",
  resignation: "by resignation",
  afk_timeout: "because no move came in time",
  time_forfeit: "because the time was over",
  disconnect: "because the connection did not come back",
  rematch: "Rematch",
  rematchOffered: "{name} offers a rematch",
  close: "Close",
};

/** The messages of the components. */
export type Messages = typeof MESSAGES;

/** Fills the placeholders of a template. */
export function fill(template: string, values: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
