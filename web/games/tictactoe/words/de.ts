// Deutsch.
import type { Words } from "./en.js";

export default {
  name: "Tic-Tac-Toe",
  variants: {
    classic: "Tic-Tac-Toe",
  },
  sentences: {
    victoryLine: "Drei in einer Reihe.",
    drawBoardFull: "Das Brett ist voll.",
    refusal_cell_taken: "Dieses Feld ist besetzt.",
  },
  board: {
    board: "Tic-Tac-Toe-Brett",
    youPlay: "du spielst {side}",
    cells: "oben links|oben Mitte|oben rechts|Mitte links|Mitte|Mitte rechts|unten links|unten Mitte|unten rechts",
    empty: "leer",
    canMove: "spielbar",
    lastMove: "letzter Zug",
    winning: "Gewinnreihe",
    marked: "{side} {square}",
    won: "{side} gewinnt mit {squares}",
    noLastMove: "Noch kein Zug",
    turnOf: "{side} ist am Zug",
    pieces: "{side}: {squares}",
    none: "keine",
    premove: "Vorauszug",
    premoveSet: "Vorauszug {square}",
    premoveCancelled: "Vorauszug zurückgenommen",
    premoveFailed: "Der Vorauszug {square} ist nicht möglich",
    help: "Pfeile bewegen, Eingabe oder Leertaste spielt, Ziffern 1 bis 9 springen zu einem Feld. L letzter Zug, T wer am Zug ist, P deine Zeichen, O gegnerische Zeichen.",
    cell_taken: "{square} ist besetzt",
    game_over: "Die Partie läuft nicht",
    not_your_turn: "Du bist nicht am Zug",
    out_of_board: "Es gibt kein Feld {text}; Felder sind 1 bis 9",
  },
} satisfies Words;
