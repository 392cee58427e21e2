// The boards of a game for stepping back in it: those that were seen, and from the server those that were not.
import type { GameState } from "@parlour/sdk";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Position, positionsOf } from "./positions.js";
import { gameText } from "./words.js";

/** The boards of a game of checkers; when the player looks back at one that this page has not seen, all are asked for. */
export function usePositions(state: GameState, looking: boolean): readonly Position[] {
  const seen = useRef({ roomId: state.roomId, boards: new Map<number, Position>() });
  const [fetched, setFetched] = useState(0);
  if (seen.current.roomId !== state.roomId) seen.current = { roomId: state.roomId, boards: new Map() };
  const { boards } = seen.current;
  if (state.game === "checkers") boards.set(state.history.length, state.board);
  useEffect(() => {
    if (!looking || state.game !== "checkers" || boards.size > state.history.length) return;
    fetchBoards(state, boards).then(setFetched, () => {});
  }, [looking, state.roomId]);
  return useMemo(() => {
    if (state.game !== "checkers") return [];
    return positionsOf(state.layout?.start ?? state.board, state.history.map(({ move }) => move), boards);
  }, [state.board, state.history, state.layout, fetched]);
}

/** Fills in every board of the game so far, and gives how many there are. */
async function fetchBoards(state: GameState, boards: Map<number, Position>): Promise<number> {
  const { followGame } = await import("../pages.js");
  const study = await followGame(gameText(state), state.variant ?? undefined);
  [study.board, ...study.plies.map(({ board }) => board)].forEach((board, ply) => boards.has(ply) || boards.set(ply, board));
  return boards.size;
}
