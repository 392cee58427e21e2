// The boards of a game for stepping back: those that the page has seen, and the others from where the game is kept.
import type { GameState } from "@parlour/sdk";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Boards, gameNamed } from "../games.js";
import type { LiveGame } from "./live-game.js";

/** The boards of a game, the start first; requests the missing ones when the player steps back, if the server can replay the game. */
export function usePositions(live: LiveGame, state: GameState, looking: boolean): Boards {
  const seen = useRef({ roomId: state.roomId, boards: new Map<number, Boards[number]>() });
  const [fetched, setFetched] = useState(0);
  if (seen.current.roomId !== state.roomId) seen.current = { roomId: state.roomId, boards: new Map() };
  const { boards } = seen.current;
  const game = gameNamed(state.game);
  boards.set(state.history.length, state.board);
  useEffect(() => {
    if (!looking || !game.offers.replay || boards.size > state.history.length) return;
    fetchBoards(live, boards).then(setFetched, () => {});
  }, [looking, state.roomId]);
  return useMemo(() => game.boards(state, boards), [state.board, state.history, state.layout, fetched]);
}

/** Adds every missing board of the game so far; returns the number of boards. */
async function fetchBoards(live: LiveGame, boards: Map<number, Boards[number]>): Promise<number> {
  (await live.boards()).forEach((board, ply) => boards.has(ply) || boards.set(ply, board));
  return boards.size;
}
