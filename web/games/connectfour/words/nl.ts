// Nederlands.
import type { Words } from "./en.js";

export default {
  name: "Vier op een rij",
  variants: {
    classic: "Vier op een rij",
  },
  sentences: {
    victoryFour: "Vier op een rij.",
    drawColumnsFull: "Het bord is vol.",
    refusal_cell_taken: "Deze kolom is vol.",
    side_yellow: "Geel",
  },
  board: {
    board: "Bord van vier op een rij",
    youPlay: "je speelt met {side}",
    cell: "kolom {column}, rij {row}",
    column: "kolom {column}",
    empty: "leeg",
    canMove: "speelbaar",
    lastMove: "laatste zet",
    winning: "winnende lijn",
    dropped: "{side} in {square}",
    won: "{side} wint met {squares}",
    noLastMove: "Nog geen zet",
    turnOf: "{side} is aan zet",
    pieces: "{side}: {squares}",
    none: "geen",
    premove: "voorzet",
    premoveSet: "Voorzet {square}",
    premoveCancelled: "Voorzet ingetrokken",
    premoveFailed: "De voorzet {square} is niet mogelijk",
    help: "Links en rechts kiezen een kolom, Enter of spatie laat een schijf vallen, cijfers 1 tot 7 gaan naar een kolom. L laatste zet, T beurt, P je schijven, O schijven van de tegenstander.",
    cell_taken: "{square} is vol",
    game_over: "De partij is niet bezig",
    not_your_turn: "Je bent niet aan zet",
    out_of_board: "Er is geen kolom {text}; ze gaan van 1 tot 7",
  },
} satisfies Words;
