// Türkçe.
import type { Words } from "./en.js";

export default {
  name: "Dörtlü bağla",
  variants: {
    classic: "Dörtlü bağla",
  },
  sentences: {
    victoryFour: "Dördü bir arada.",
    drawColumnsFull: "Tahta doldu.",
    refusal_cell_taken: "Bu sütun dolu.",
    side_yellow: "Sarı",
  },
  board: {
    board: "Dörtlü bağla tahtası",
    youPlay: "{side} ile oynuyorsun",
    cell: "sütun {column}, satır {row}",
    column: "sütun {column}",
    empty: "boş",
    canMove: "oynanabilir",
    lastMove: "son hamle",
    winning: "kazanan çizgi",
    dropped: "{side}: {square}",
    won: "{side} kazandı: {squares}",
    noLastMove: "Henüz hamle yok",
    turnOf: "Sıra {side} oyuncusunda",
    pieces: "{side}: {squares}",
    none: "yok",
    premove: "ön hamle",
    premoveSet: "Ön hamle {square}",
    premoveCancelled: "Ön hamle iptal edildi",
    premoveFailed: "{square} ön hamlesi mümkün değil",
    help: "Sol ve sağ oklar sütun seçer, Enter ya da Boşluk pulu bırakır, 1 ile 7 arası rakamlar sütuna gider. L son hamle, T sıra, P pulların, O rakibin pulları.",
    cell_taken: "{square} dolu",
    game_over: "Oyun sürmüyor",
    not_your_turn: "Sıra sende değil",
    out_of_board: "{text} diye bir sütun yok; sütunlar 1 ile 7 arasında",
  },
} satisfies Words;
