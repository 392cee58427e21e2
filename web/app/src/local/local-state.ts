// The state of a game of this browser as the screens know it.
import { type GameState, initialState, reduce } from "@parlour/sdk";
import type { AnyVariant } from "../server.js";
import type { KeptGame } from "./kept-games.js";
import type { ModuleState } from "./module.js";

const PLAYER_IDS = ["first", "second"] as const;

/** The state from the same events that a server would send; without computers, both sides are played on this screen. */
export function stateOf({ computers, game, id, names, variant }: StatedGame, now: ModuleState, layout: AnyVariant): GameState {
  const { board, currentTurn, legalMoves, over, seats, steps } = now;
  const players = PLAYER_IDS.map((player, index) => {
    const name = names[index] ?? "";
    return { id: player, username: name, displayName: name, isBot: computers[index], connected: true, ...seats[index] };
  });
  const you = computers.some(Boolean) ? computers.indexOf(false) : currentTurn;
  const first = (currentTurn + steps.length) % 2;
  const moveHistory = steps.map((step, ply) => ({ ...step, playerId: PLAYER_IDS[(first + ply) % 2], timestamp: 0 }));
  const position = { roomId: id, playerId: PLAYER_IDS[you], players, board, currentTurn, legalMoves, moveHistory, variant };
  const begun = { ...initialState(game), layout, connection: "online" } as GameState;
  const playing = reduce(begun as never, "game:reconnected", position) as GameState;
  if (!over) return playing;
  const winner = over.winner === null ? null : PLAYER_IDS[over.winner];
  return reduce(playing as never, "game:over", { ...over, winner }) as GameState;
}

/** The parts of a game that its state depends on. */
export type StatedGame = Pick<KeptGame, "computers" | "game" | "id" | "names" | "variant">;
