// Deutsch.
import type { Words } from "./en.js";

export default {
  name: "Vier gewinnt",
  variants: {
    classic: "Vier gewinnt",
  },
  sentences: {
    victoryFour: "Vier in einer Reihe.",
    drawColumnsFull: "Das Brett ist voll.",
    refusal_cell_taken: "Diese Spalte ist voll.",
    side_yellow: "Gelb",
  },
  board: {
    board: "Vier-gewinnt-Brett",
    youPlay: "du spielst {side}",
    cell: "Spalte {column}, Reihe {row}",
    column: "Spalte {column}",
    empty: "leer",
    canMove: "spielbar",
    lastMove: "letzter Zug",
    winning: "Gewinnreihe",
    dropped: "{side} in {square}",
    won: "{side} gewinnt mit {squares}",
    noLastMove: "Noch kein Zug",
    turnOf: "{side} ist am Zug",
    pieces: "{side}: {squares}",
    none: "keine",
    premove: "Vorauszug",
    premoveSet: "Vorauszug {square}",
    premoveCancelled: "Vorauszug zurückgenommen",
    premoveFailed: "Der Vorauszug {square} ist nicht möglich",
    help: "Links und rechts wählen eine Spalte, Eingabe oder Leertaste wirft einen Stein ein, Ziffern 1 bis 7 gehen zu einer Spalte. L letzter Zug, T wer am Zug ist, P deine Steine, O gegnerische Steine.",
    cell_taken: "{square} ist voll",
    game_over: "Die Partie läuft nicht",
    not_your_turn: "Du bist nicht am Zug",
    out_of_board: "Es gibt keine Spalte {text}; es sind 1 bis 7",
  },
} satisfies Words;
