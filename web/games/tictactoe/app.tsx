/** @jsxImportSource preact */
// Tic-tac-toe in the app: one variant, a small board.
import type { Mark, RoomState } from "@parlour/sdk";
import type { AppGame } from "../../app/src/games.js";
import "./app.css";

/** Tic-tac-toe in the app. */
export const game: AppGame<"tictactoe"> = {
  name: "tictactoe",
  order: 2,
  variant: "classic",
  offers: { variants: false, typedMoves: false, turning: false, replay: false, smallBoard: true },
  pickerRules: [],
  sample: ["O", null, "X", null, "X", null, "O", null, null],
  preferences: ({ coordinates }) => ({ coordinates: coordinates === "off" ? "off" : "auto" }),
  boards: cellsOf,
  sound: () => "move",
  turnKeySuffix: () => "",
  reasons: ({ reason, winningLine }) => (winningLine ? ["victoryLine"] : reason === "draw" ? ["drawBoardFull"] : []),
  pieces: () => null,
  token: ({ players }, index) => {
    const isCross = players[index]?.mark === "X";
    return {
      class: isCross ? "cross" : "nought",
      shapes: isCross ? <path d="M11 11l18 18M29 11L11 29" /> : <circle cx="20" cy="20" r="10" />,
    };
  },
};

/** The cells after each move, the empty board first. */
function cellsOf({ history }: RoomState<"tictactoe">): (Mark | null)[][] {
  const boards: (Mark | null)[][] = [Array<Mark | null>(9).fill(null)];
  for (const { mark, position } of history) {
    boards.push((boards.at(-1) ?? []).map((cell, index) => (index === position ? mark : cell)));
  }
  return boards;
}
