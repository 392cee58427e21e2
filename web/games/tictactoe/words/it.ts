// Italiano.
import type { Words } from "./en.js";

export default {
  name: "Tris",
  variants: {
    classic: "Tris",
  },
  sentences: {
    victoryLine: "Tris.",
    drawBoardFull: "La griglia è piena.",
    refusal_cell_taken: "Questa casella è occupata.",
  },
  board: {
    board: "Griglia del tris",
    youPlay: "giochi con {side}",
    cells:
      "in alto a sinistra|in alto al centro|in alto a destra|al centro a sinistra|al centro|al centro a destra|in basso a sinistra|in basso al centro|in basso a destra",
    empty: "vuota",
    canMove: "si può giocare",
    lastMove: "ultima mossa",
    winning: "linea vincente",
    marked: "{side} {square}",
    won: "{side} vince con {squares}",
    noLastMove: "Nessuna mossa",
    turnOf: "Muove {side}",
    pieces: "{side}: {squares}",
    none: "nessuna",
    premove: "mossa anticipata",
    premoveSet: "Mossa anticipata {square}",
    premoveCancelled: "Mossa anticipata annullata",
    premoveFailed: "La mossa anticipata {square} non è possibile",
    help: "Le frecce spostano, Invio o Spazio gioca, le cifre da 1 a 9 vanno a una casella. L ultima mossa, T turno, P i tuoi segni, O segni avversari.",
    cell_taken: "{square} è occupata",
    game_over: "La partita non è in corso",
    not_your_turn: "Non tocca a te",
    out_of_board: "Non c’è la casella {text}; vanno da 1 a 9",
  },
} satisfies Words;
