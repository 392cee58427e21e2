// What a game is called and how it stands, in words.
import { type GameName, type GameState, moveTexts, type Result, sideOf as sideWord } from "@parlour/sdk";
import type { Names } from "../../../games/view.js";
import { gameNamed } from "../games.js";
import { type Key, say, sayMaybe, sayOf, wordsOf } from "../language/language.js";
import type { AnyVariant } from "../server.js";

/** A variant by the name of the language in force; unknown ones keep the server's. */
export function variantName(game: GameName, variant: string, otherwise: string = variant): string {
  return wordsOf(game)?.variants[variant] ?? otherwise;
}

/** The names that a board shows and speaks. */
export function namesOf(game: GameName): Names {
  return { side: sideName, variant: (variant, name) => variantName(game, variant, name) };
}

/** The size of a variant: its board and its men. */
export function sizeOf({ columns, game, rows, start }: AnyVariant): string {
  const men = start.filter((cell) => cell !== null).length / 2;
  return [say("boardSize", { columns, rows }), men ? sayOf(game, "men", "", { count: men }) : ""].filter(Boolean).join(" · ");
}

/** A side by the name of the language in force. */
export function sideName(name: string): string {
  return sayMaybe(`side_${name.toLowerCase()}`, name);
}

/** The side of a seat, by the name its variant gives it. */
export function sideOf(state: GameState, index: number): string {
  return state.players[index] ? sideName(state.layout?.sides[index]?.name ?? sideWord(state, index)) : "";
}

/** The name of the player in a seat. */
export function nameOf({ players }: GameState, index: number): string {
  const player = players[index];
  return player?.isBot ? say("computer") : (player?.displayName ?? "");
}

/** The game so far as a text that the server can follow. */
export function gameText(state: GameState): string {
  const moves = moveTexts(state).map((move, index) => (index % 2 ? move : `${index / 2 + 1}. ${move}`));
  return [...moves, "*"].join(" ");
}

/** The status of the game in one sentence; `shared` if both sides are played on this screen. */
export function statusOf(state: GameState, shared: boolean): string {
  if (state.result) return `${headline(state, state.result, shared)}. ${reasonOf(state, state.result)}`;
  if (state.phase !== "playing") return say("connecting");
  if (state.pending !== null) return say("sending");
  const duty = gameNamed(state.game).duty(state);
  if (state.yourTurn && !shared) return sayOf(state.game, `yourTurn${duty}`, say("yourTurn"));
  const side = sideOf(state, state.turn);
  if (state.seat === null || shared) return sayOf(state.game, `turnOf${duty}`, say("turnOf", { side }), { side });
  return state.players[state.turn]?.isBot ? say("computerThinks") : say("theirTurn", { name: nameOf(state, state.turn) });
}

/** Who won, from the player's side. */
export function headline(state: GameState, { outcome, winner }: Result, shared = false): string {
  if (winner === null) return say("drawn");
  if (outcome && !shared) return say(outcome);
  return say("winner", { name: shared ? sideOf(state, indexOf(state, winner)) : nameOf(state, indexOf(state, winner)) });
}

/** Why the game ended. */
export function reasonOf({ game }: GameState, result: Result): string {
  const known = gameNamed(game)
    .reasons(result)
    .map((key) => sayOf(game, key, ""));
  return known.find(Boolean) ?? say(result.reason);
}

/** The key of a connection's state. */
export function connectionKey(connection: GameState["connection"]): Key {
  return connection === "taken-over" ? "takenOver" : connection;
}

function indexOf({ players }: GameState, id: string): number {
  return players.findIndex((player) => player.id === id);
}
