// Italiano.
import type { Words } from "./en.js";

export default {
  name: "Forza quattro",
  variants: {
    classic: "Forza quattro",
  },
  sentences: {
    victoryFour: "Quattro in fila.",
    drawColumnsFull: "La scacchiera è piena.",
    refusal_cell_taken: "Questa colonna è piena.",
    side_yellow: "Giallo",
  },
  board: {
    board: "Tavola di forza quattro",
    youPlay: "giochi con {side}",
    cell: "colonna {column}, riga {row}",
    column: "colonna {column}",
    empty: "vuota",
    canMove: "si può giocare",
    lastMove: "ultima mossa",
    winning: "linea vincente",
    dropped: "{side} in {square}",
    won: "{side} vince con {squares}",
    noLastMove: "Nessuna mossa",
    turnOf: "Muove {side}",
    pieces: "{side}: {squares}",
    none: "nessuna",
    premove: "mossa anticipata",
    premoveSet: "Mossa anticipata {square}",
    premoveCancelled: "Mossa anticipata annullata",
    premoveFailed: "La mossa anticipata {square} non è possibile",
    help: "Sinistra e destra scelgono una colonna, Invio o Spazio lascia cadere una pedina, le cifre da 1 a 7 vanno a una colonna. L ultima mossa, T turno, P le tue pedine, O pedine avversarie.",
    cell_taken: "La {square} è piena",
    game_over: "La partita non è in corso",
    not_your_turn: "Non tocca a te",
    out_of_board: "Non c'è la colonna {text}; vanno da 1 a 7",
  },
} satisfies Words;
