// What a game is called and how it stands, in words.
import { moveText, ParlourError, type GameState, type Result } from "@parlour/sdk";
import { type Key, language, say, sayMaybe } from "../language/language.js";
import type { AnyVariant } from "../server.js";

/** A variant by the name of the language in force; unknown ones keep the server's. */
export function variantName(variant: string, otherwise: string = variant): string {
  return sayMaybe(`variant_${variant}`, otherwise);
}

/** The size of a variant: its board and its men. */
export function sizeOf({ columns, rows, start }: AnyVariant): string {
  const men = start.filter((cell) => cell !== null).length / 2;
  return [say("boardSize", { columns, rows }), men ? say("men", { count: men }) : ""].filter(Boolean).join(" · ");
}

/** A side by the name of the language in force. */
export function sideName(name: string): string {
  return sayMaybe(`side_${name.toLowerCase()}`, name);
}

/** The side of a seat, by the name its variant gives it. */
export function sideOf({ layout, players }: GameState, index: number): string {
  const player = players[index];
  if (!player) return "";
  return sideName(layout?.sides[index]?.name ?? ("mark" in player ? player.mark : player.color));
}

/** The name of the player in a seat. */
export function nameOf({ players }: GameState, index: number): string {
  const player = players[index];
  return player?.isBot ? say("computer") : (player?.displayName ?? "");
}

/** The moves so far in the notation of the variant. */
export function moveTexts({ game, history, layout }: GameState): string[] {
  if (game === "checkers") return history.map(({ move }) => moveText(move, layout?.labels ?? []));
  return history.map(({ mark, position }) => `${mark} ${position + 1}`);
}

/** The game so far as a text that the server can follow. */
export function gameText(state: GameState): string {
  const moves = moveTexts(state).map((move, index) => (index % 2 ? move : `${index / 2 + 1}. ${move}`));
  return [...moves, "*"].join(" ");
}

/** One sentence that says how things stand; `shared` when both sides sit at this screen. */
export function statusOf(state: GameState, shared: boolean): string {
  if (state.result) return `${headline(state, state.result, shared)}. ${reasonOf(state, state.result)}`;
  if (state.phase !== "playing") return say("connecting");
  if (state.pending !== null) return say("sending");
  const capture = state.game === "checkers" && state.legal.some(({ captures }) => captures.length > 0);
  if (state.yourTurn && !shared) return say(capture ? "yourTurnCapture" : "yourTurn");
  if (state.seat === null || shared) return say(capture ? "turnOfCapture" : "turnOf", { side: sideOf(state, state.turn) });
  return state.players[state.turn]?.isBot ? say("computerThinks") : say("theirTurn", { name: nameOf(state, state.turn) });
}

/** Who won, from the player's side. */
export function headline(state: GameState, { outcome, winner }: Result, shared = false): string {
  if (winner === null) return say("drawn");
  if (outcome && !shared) return say(outcome);
  return say("winner", { name: shared ? sideOf(state, indexOf(state, winner)) : nameOf(state, indexOf(state, winner)) });
}

/** Why the game ended. */
export function reasonOf({ game }: GameState, { drawRule, reason, winningLine }: Result): string {
  if (drawRule) return sayMaybe(`draw_${drawRule}`, say("draw_endgame"));
  if (winningLine) return say("victoryLine");
  if (reason === "draw" && game === "tictactoe") return say("drawBoardFull");
  return say(reason);
}

/** Why something was refused: in the player's language where it is known, else in the server's words. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof ParlourError)) return say("broken");
  if (error.code === "unreachable") return say("unreachable");
  const own = sentence(error.message) + (error.hint ? ` ${sentence(error.hint)}` : "");
  // The server explains in English, and better than a code can.
  return language.get().code === "en" ? own : sayMaybe(`refusal_${error.code}`, own);
}

/** The key of a connection's state. */
export function connectionKey(connection: GameState["connection"]): Key {
  return connection === "taken-over" ? "takenOver" : connection;
}

/** The server's words start small and end without a stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function indexOf({ players }: GameState, id: string): number {
  return players.findIndex((player) => player.id === id);
}
