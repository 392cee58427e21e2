// Polski.
import type { Words } from "./en.js";

export default {
  name: "Czwórki",
  variants: {
    classic: "Czwórki",
  },
  sentences: {
    victoryFour: "Cztery w linii.",
    drawColumnsFull: "Plansza jest pełna.",
    refusal_cell_taken: "Ta kolumna jest pełna.",
    side_yellow: "Żółte",
  },
  board: {
    board: "Plansza do czwórek",
    youPlay: "grasz: {side}",
    cell: "kolumna {column}, wiersz {row}",
    column: "kolumna {column}",
    empty: "puste",
    canMove: "można zagrać",
    lastMove: "ostatni ruch",
    winning: "zwycięska linia",
    dropped: "{side}: {square}",
    won: "{side} wygrywa: {squares}",
    noLastMove: "Jeszcze bez ruchów",
    turnOf: "Na ruchu: {side}",
    pieces: "{side}: {squares}",
    none: "brak",
    premove: "ruch z góry",
    premoveSet: "Ruch z góry {square}",
    premoveCancelled: "Ruch z góry odwołany",
    premoveFailed: "Ruch z góry {square} jest niemożliwy",
    help: "Lewo i prawo wybierają kolumnę, Enter lub spacja wrzuca krążek, cyfry 1 do 7 przechodzą do kolumny. L ostatni ruch, T kto na ruchu, P twoje krążki, O krążki przeciwnika.",
    cell_taken: "{square} jest pełna",
    game_over: "Partia nie trwa",
    not_your_turn: "To nie twój ruch",
    out_of_board: "Nie ma kolumny {text}; są od 1 do 7",
  },
} satisfies Words;
