/** @jsxImportSource preact */
// Tic-tac-toe in the app: one variant, a small board.
import type { AppGame } from "../../app/src/games.js";
import { placedBoards } from "../placed-boards.js";
import "./app.css";

/** Tic-tac-toe in the app. */
export const game: AppGame<"tictactoe"> = {
  name: "tictactoe",
  order: 2,
  variant: "classic",
  offers: { variants: false, typedMoves: false, turning: false, replay: false, smallBoard: true },
  rungs: 3,
  pickerRules: [],
  sample: ["O", null, "X", null, "X", null, "O", null, null],
  preferences: ({ coordinates, premoves }) => ({ coordinates: coordinates === "off" ? "off" : "auto", premoves: premoves === "on" }),
  boards: ({ history }) =>
    placedBoards(
      9,
      history.map(({ mark, position }) => ({ piece: mark, position })),
    ),
  sound: () => "move",
  turnKeySuffix: () => "",
  reasons: ({ reason, winningLine }) => (winningLine ? ["victoryLine"] : reason === "draw" ? ["drawBoardFull"] : []),
  pieces: () => null,
  captured: () => null,
  token: ({ players }, index) => {
    const isCross = players[index]?.mark === "X";
    return {
      class: isCross ? "cross" : "nought",
      shapes: isCross ? <path d="M11 11l18 18M29 11L11 29" /> : <circle cx="20" cy="20" r="10" />,
    };
  },
};
