// Nederlands.
import type { Words } from "./en.js";

export default {
  name: "Boter-kaas-en-eieren",
  variants: {
    classic: "Boter-kaas-en-eieren",
  },
  sentences: {
    victoryLine: "Drie op een rij.",
    drawBoardFull: "Het bord is vol.",
    refusal_cell_taken: "Dit vak is bezet.",
  },
  board: {
    board: "Boter-kaas-en-eierenbord",
    youPlay: "jij speelt {side}",
    cells: "linksboven|boven midden|rechtsboven|midden links|midden|midden rechts|linksonder|onder midden|rechtsonder",
    empty: "leeg",
    canMove: "vrij om te spelen",
    lastMove: "laatste zet",
    winning: "winnende rij",
    marked: "{side} {square}",
    won: "{side} wint met {squares}",
    noLastMove: "Nog geen zet",
    turnOf: "{side} aan zet",
    pieces: "{side}: {squares}",
    none: "geen",
    premove: "voorzet",
    premoveSet: "Voorzet {square}",
    premoveCancelled: "Voorzet ingetrokken",
    premoveFailed: "De voorzet {square} is niet mogelijk",
    help: "Pijlen bewegen, Enter of spatie speelt, cijfers 1 tot 9 springen naar een vak. L laatste zet, T beurt, P jouw tekens, O die van de ander.",
    cell_taken: "{square} is bezet",
    game_over: "De partij loopt niet",
    not_your_turn: "Je bent niet aan zet",
    out_of_board: "Er is geen vak {text}; vakken zijn 1 tot 9",
  },
} satisfies Words;
