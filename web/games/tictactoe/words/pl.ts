// Polski.
import type { Words } from "./en.js";

export default {
  name: "Kółko i krzyżyk",
  variants: {
    classic: "Kółko i krzyżyk",
  },
  sentences: {
    victoryLine: "Trzy w rzędzie.",
    drawBoardFull: "Plansza jest pełna.",
    refusal_cell_taken: "To pole jest zajęte.",
  },
  board: {
    board: "Plansza do gry w kółko i krzyżyk",
    youPlay: "grasz: {side}",
    cells: "lewy górny róg|góra|prawy górny róg|lewa strona|środek|prawa strona|lewy dolny róg|dół|prawy dolny róg",
    empty: "puste",
    canMove: "można zagrać",
    lastMove: "ostatni ruch",
    winning: "zwycięski rząd",
    marked: "{side} {square}",
    won: "{side} wygrywa: {squares}",
    noLastMove: "Jeszcze bez ruchów",
    turnOf: "Na ruchu: {side}",
    pieces: "{side}: {squares}",
    none: "brak",
    premove: "ruch z góry",
    premoveSet: "Ruch z góry {square}",
    premoveCancelled: "Ruch z góry odwołany",
    premoveFailed: "Ruch z góry {square} jest niemożliwy",
    help: "Strzałki przesuwają, Enter lub spacja gra, cyfry 1 do 9 przechodzą do pola. L ostatni ruch, T kto na ruchu, P twoje znaki, O znaki przeciwnika.",
    cell_taken: "{square} jest zajęte",
    game_over: "Partia nie trwa",
    not_your_turn: "To nie twój ruch",
    out_of_board: "Nie ma pola {text}; pola są od 1 do 9",
  },
} satisfies Words;
