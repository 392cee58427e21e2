// Names and status of a game as text.
import { type GameName, type GameState, moveTexts, type Result, sideOf as sideWord } from "@parlour/sdk";
import type { Names } from "../../../games/view.js";
import { gameNamed } from "../games.js";
import { type Key, translate, translateFor, translateOr, wordsOf } from "../language/language.js";
import type { AnyVariant } from "../server.js";

/** The name of a variant in the current language, else `fallback`. */
export function variantName(game: GameName, variant: string, fallback: string = variant): string {
  return wordsOf(game)?.variants[variant] ?? fallback;
}

/** The names that a board shows and announces. */
export function namesOf(game: GameName): Names {
  return { side: sideName, variant: (variant, name) => variantName(game, variant, name) };
}

/** The size of a variant: its board and the number of men. */
export function sizeOf({ columns, game, rows, start }: AnyVariant): string {
  const men = start.filter((cell) => cell !== null).length / 2;
  return [translate("boardSize", { columns, rows }), men ? translateFor(game, "men", "", { count: men }) : ""].filter(Boolean).join(" · ");
}

/** The name of a side in the current language. */
export function sideName(name: string): string {
  return translateOr(`side_${name.toLowerCase()}`, name);
}

/** The side of a seat, by its name in the variant. */
export function sideOf(state: GameState, index: number): string {
  return state.players[index] ? sideName(state.layout?.sides[index]?.name ?? sideWord(state, index)) : "";
}

/** The name of the player in a seat. */
export function nameOf({ players }: GameState, index: number): string {
  const player = players[index];
  return player?.isBot ? translate("computer") : (player?.displayName ?? "");
}

/** The moves so far as text that the server can replay. */
export function gameText(state: GameState): string {
  const moves = moveTexts(state).map((move, index) => (index % 2 ? move : `${index / 2 + 1}. ${move}`));
  return [...moves, "*"].join(" ");
}

/** The status of the game in one sentence; `shared` if both sides are played on this screen. */
export function statusOf(state: GameState, shared: boolean): string {
  if (state.result) return `${headline(state, state.result, shared)}. ${reasonOf(state, state.result)}`;
  if (state.phase !== "playing") return translate("connecting");
  if (state.pending !== null) return translate("sending");
  if (state.turn < 0) return translate("refusal_game_over");
  const suffix = gameNamed(state.game).turnKeySuffix(state);
  if (state.yourTurn && !shared) return translateFor(state.game, `yourTurn${suffix}`, translate("yourTurn"));
  const side = sideOf(state, state.turn);
  if (state.seat === null || shared) return translateFor(state.game, `turnOf${suffix}`, translate("turnOf", { side }), { side });
  return state.players[state.turn]?.isBot ? translate("computerThinks") : translate("theirTurn", { name: nameOf(state, state.turn) });
}

/** Who won, from the player's point of view. */
export function headline(state: GameState, { outcome, winner }: Result, shared = false): string {
  if (winner === null) return translate("drawn");
  if (outcome && !shared) return translate(outcome);
  return translate("winner", { name: shared ? sideOf(state, indexOf(state, winner)) : nameOf(state, indexOf(state, winner)) });
}

/** Why the game ended. */
export function reasonOf(state: GameState, result: Result): string {
  const { game } = state;
  const loser = result.winner === null ? "" : sideOf(state, 1 - indexOf(state, result.winner));
  const known = gameNamed(game)
    .reasons(result)
    .map((key) => translateFor(game, key, "", { loser }));
  return known.find(Boolean) ?? translate(result.reason);
}

/** The message key of a connection state. */
export function connectionKey(connection: GameState["connection"]): Key {
  return connection === "taken-over" ? "takenOver" : connection;
}

function indexOf({ players }: GameState, id: string): number {
  return players.findIndex((player) => player.id === id);
}
