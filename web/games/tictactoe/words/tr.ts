// Türkçe.
import type { Words } from "./en.js";

export default {
  name: "XOX",
  variants: {
    classic: "XOX",
  },
  sentences: {
    victoryLine: "Üçü bir sırada.",
    drawBoardFull: "Tahta doldu.",
    refusal_cell_taken: "Bu kare dolu.",
  },
  board: {
    board: "XOX tahtası",
    youPlay: "{side} oynuyorsunuz",
    cells: "sol üst|üst orta|sağ üst|sol orta|orta|sağ orta|sol alt|alt orta|sağ alt",
    empty: "boş",
    canMove: "oynanabilir",
    lastMove: "son hamle",
    winning: "kazanan sıra",
    marked: "{side} {square}",
    won: "{side}, {squares} ile kazanır",
    noLastMove: "Henüz hamle yok",
    turnOf: "Sıra: {side}",
    pieces: "{side}: {squares}",
    none: "yok",
    premove: "ön hamle",
    premoveSet: "Ön hamle {square}",
    premoveCancelled: "Ön hamle iptal edildi",
    premoveFailed: "{square} ön hamlesi mümkün değil",
    help: "Oklar gezdirir, Enter ya da Boşluk oynar, 1’den 9’a rakamlar bir kareye gider. L son hamle, T sıra, P işaretleriniz, O rakibin işaretleri.",
    cell_taken: "{square} dolu",
    game_over: "Oyun sürmüyor",
    not_your_turn: "Sıra sizde değil",
    out_of_board: "{text} diye bir kare yok; kareler 1’den 9’a",
  },
} satisfies Words;
