/** @jsxImportSource preact */
// Draughts in the app: every variant, typed moves, games as text, and an engine.
import type { Piece, RoomState } from "@parlour/sdk";
import type { AppGame } from "../../app/src/games.js";
import { positionsOf } from "./positions.js";
import "./app.css";

/** A man and a king of each side on eight squares. */
const PREVIEW = Array.from({ length: 8 }, (_, square): Piece | null => {
  const type = square === 3 || square === 4 ? "king" : "man";
  return [1, 3, 4, 6].includes(square) ? { player: square < 4 ? "black" : "red", type } : null;
});

/** Draughts in the app. */
export const game: AppGame<"checkers"> = {
  name: "checkers",
  order: 1,
  variant: "english",
  // Tags of countries come before those of languages.
  localVariants: {
    "pt-br": "brazilian",
    pt: "portuguese",
    cs: "czech",
    it: "italian",
    es: "spanish",
    tr: "turkish",
    ar: "turkish",
    th: "thai",
    fil: "filipino",
    fy: "frisian",
    nl: "international",
    fr: "international",
    pl: "international",
    de: "international",
    ru: "russian",
    uk: "russian",
  },
  offers: { variants: true, typedMoves: true, turning: true, replay: true, smallBoard: false },
  rungs: 16,
  pickerRules: ["men", "kings", "whichCapture", "promotion"],
  preferences: ({ coordinates, hints, pieceSet, premoves }) => ({ coordinates, captureHints: hints, pieceSet, premoves: premoves === "on" }),
  preview: { columns: 4, rows: 2, pieces: "white-black", board: PREVIEW },
  boards: ({ board, history, layout }, seen) =>
    positionsOf(
      layout?.start ?? board,
      history.map(({ move }) => move),
      seen,
    ),
  sound: (before, now) => {
    if (kings(now) > kings(before)) return "king";
    return now.history.at(-1)?.move.captures.length ? "capture" : "move";
  },
  turnKeySuffix: ({ legal }) => (legal.some(({ captures }) => captures.length > 0) ? "Capture" : ""),
  reasons: ({ drawRule, reason }) => (drawRule ? [`draw_${drawRule}`, "draw_endgame"] : [reason]),
  pieces: ({ board, players }, index) => board.filter((piece) => piece?.player === players[index]?.color).length,
  captured: ({ board, layout, players }, index) => {
    const of = (cells: RoomState<"checkers">["board"]): number => cells.filter((piece) => piece?.player === players[1 - index]?.color).length;
    return layout && of(layout.start) > of(board) ? of(layout.start) - of(board) : null;
  },
  token: ({ layout }, index) => ({
    class: `disc-${(layout?.sides[index]?.name ?? (index === 0 ? "red" : "black")).toLowerCase()}`,
    shapes: (
      <>
        <circle cx="20" cy="20" r="16" />
        <circle cx="20" cy="20" r="9" class="ring" />
      </>
    ),
  }),
};

function kings({ board }: RoomState<"checkers">): number {
  return board.filter((piece) => piece?.type === "king").length;
}
