/** @jsxImportSource preact */
// Connect four in the app: one variant, a small board.
import type { Disc } from "@parlour/sdk";
import type { AppGame } from "../../app/src/games.js";
import { placedBoards } from "../placed-boards.js";
import "./app.css";

const R = "red";
const Y = "yellow";
const EMPTY = Array<Disc | null>(21).fill(null);

/** Connect four in the app. */
export const game: AppGame<"connectfour"> = {
  name: "connectfour",
  order: 3,
  variant: "classic",
  offers: { variants: false, typedMoves: false, turning: false, replay: false, smallBoard: true },
  rungs: 3,
  pickerRules: [],
  sample: [...EMPTY, null, null, null, Y, null, null, null, null, null, R, R, Y, null, null, null, Y, R, R, Y, null, null],
  preferences: ({ coordinates, premoves }) => ({ coordinates: coordinates === "off" ? "off" : "auto", premoves: premoves === "on" }),
  boards: ({ history }) =>
    placedBoards(
      42,
      history.map(({ disc, position }) => ({ piece: disc, position })),
    ),
  sound: () => "move",
  turnKeySuffix: () => "",
  reasons: ({ reason, winningLine }) => (winningLine ? ["victoryFour"] : reason === "draw" ? ["drawColumnsFull"] : []),
  pieces: () => null,
  captured: () => null,
  token: ({ players }, index) => ({
    class: players[index]?.disc === R ? "red" : "yellow",
    shapes: <circle cx="20" cy="20" r="13" />,
  }),
};
