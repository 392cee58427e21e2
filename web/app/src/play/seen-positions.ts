// The boards of a game for stepping back in it: those that were seen, and from the server those that were not.
import type { GameState } from "@parlour/sdk";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Boards, gameNamed } from "../games.js";
import { gameText } from "./words.js";

/** The boards of a game, the start first; when the player looks back at one that this page has not seen, all are asked for if the server can tell. */
export function usePositions(state: GameState, looking: boolean): Boards {
  const seen = useRef({ roomId: state.roomId, boards: new Map<number, Boards[number]>() });
  const [fetched, setFetched] = useState(0);
  if (seen.current.roomId !== state.roomId) seen.current = { roomId: state.roomId, boards: new Map() };
  const { boards } = seen.current;
  const game = gameNamed(state.game);
  boards.set(state.history.length, state.board);
  useEffect(() => {
    if (!looking || !game.offers.replay || boards.size > state.history.length) return;
    fetchBoards(state, boards).then(setFetched, () => {});
  }, [looking, state.roomId]);
  return useMemo(() => game.boards(state, boards), [state.board, state.history, state.layout, fetched]);
}

/** Fills in every board of the game so far, and gives how many there are. */
async function fetchBoards(state: GameState, boards: Map<number, Boards[number]>): Promise<number> {
  const { replayGame } = await import("../pages.js");
  const replayed = await replayGame(gameText(state), state.variant ?? undefined);
  [replayed.board, ...replayed.plies.map(({ board }) => board)].forEach((board, ply) => boards.has(ply) || boards.set(ply, board));
  return boards.size;
}
