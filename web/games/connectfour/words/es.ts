// Español.
import type { Words } from "./en.js";

export default {
  name: "Conecta cuatro",
  variants: {
    classic: "Conecta cuatro",
  },
  sentences: {
    victoryFour: "Cuatro en línea.",
    drawColumnsFull: "El tablero está lleno.",
    refusal_cell_taken: "Esta columna está llena.",
    side_yellow: "Amarillas",
  },
  board: {
    board: "Tablero de conecta cuatro",
    youPlay: "juegas con {side}",
    cell: "columna {column}, fila {row}",
    column: "columna {column}",
    empty: "vacía",
    canMove: "se puede jugar",
    lastMove: "última jugada",
    winning: "línea ganadora",
    dropped: "{side} en {square}",
    won: "{side} gana con {squares}",
    noLastMove: "Ninguna jugada",
    turnOf: "Juega {side}",
    pieces: "{side}: {squares}",
    none: "ninguna",
    premove: "jugada anticipada",
    premoveSet: "Jugada anticipada {square}",
    premoveCancelled: "Jugada anticipada cancelada",
    premoveFailed: "La jugada anticipada {square} no es posible",
    help: "Izquierda y derecha eligen una columna, Intro o Espacio suelta una ficha, las cifras del 1 al 7 van a una columna. L última jugada, T turno, P tus fichas, O fichas rivales.",
    cell_taken: "La {square} está llena",
    game_over: "La partida no está en marcha",
    not_your_turn: "No te toca",
    out_of_board: "No existe la columna {text}; van del 1 al 7",
  },
} satisfies Words;
