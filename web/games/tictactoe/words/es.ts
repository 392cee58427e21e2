// Español.
import type { Words } from "./en.js";

export default {
  name: "Tres en raya",
  variants: {
    classic: "Tres en raya",
  },
  sentences: {
    victoryLine: "Tres en raya.",
    drawBoardFull: "El tablero está lleno.",
    refusal_cell_taken: "Esta casilla está ocupada.",
  },
  board: {
    board: "Tablero de tres en raya",
    youPlay: "juegas con {side}",
    cells: "arriba izquierda|arriba centro|arriba derecha|centro izquierda|centro|centro derecha|abajo izquierda|abajo centro|abajo derecha",
    empty: "vacía",
    canMove: "se puede jugar",
    lastMove: "última jugada",
    winning: "línea ganadora",
    marked: "{side} {square}",
    won: "{side} gana con {squares}",
    noLastMove: "Ninguna jugada",
    turnOf: "Juega {side}",
    pieces: "{side}: {squares}",
    none: "ninguna",
    premove: "jugada anticipada",
    premoveSet: "Jugada anticipada {square}",
    premoveCancelled: "Jugada anticipada cancelada",
    premoveFailed: "La jugada anticipada {square} no es posible",
    help: "Las flechas mueven, Intro o Espacio juega, las cifras del 1 al 9 van a una casilla. L última jugada, T turno, P tus marcas, O marcas rivales.",
    cell_taken: "{square} está ocupada",
    game_over: "La partida no está en marcha",
    not_your_turn: "No te toca",
    out_of_board: "No existe la casilla {text}; van del 1 al 9",
  },
} satisfies Words;
