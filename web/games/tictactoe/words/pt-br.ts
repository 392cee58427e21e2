// Português do Brasil.
import type { Words } from "./en.js";

export default {
  name: "Jogo da velha",
  variants: {
    classic: "Jogo da velha",
  },
  sentences: {
    victoryLine: "Três em linha.",
    drawBoardFull: "O tabuleiro está cheio.",
    refusal_cell_taken: "Esta casa está ocupada.",
  },
  board: {
    board: "Tabuleiro do jogo da velha",
    youPlay: "você joga com {side}",
    cells:
      "em cima à esquerda|em cima no meio|em cima à direita|no meio à esquerda|centro|no meio à direita|embaixo à esquerda|embaixo no meio|embaixo à direita",
    empty: "vazia",
    canMove: "pode ser jogada",
    lastMove: "último lance",
    winning: "linha vencedora",
    marked: "{side} {square}",
    won: "{side} vence com {squares}",
    noLastMove: "Nenhum lance",
    turnOf: "Vez de {side}",
    pieces: "{side}: {squares}",
    none: "nenhuma",
    premove: "pré-lance",
    premoveSet: "Pré-lance {square}",
    premoveCancelled: "Pré-lance cancelado",
    premoveFailed: "O pré-lance {square} não é possível",
    help: "As setas movem, Enter ou Espaço joga, os números de 1 a 9 vão a uma casa. L último lance, T vez, P suas marcas, O marcas do adversário.",
    cell_taken: "{square} está ocupada",
    game_over: "A partida não está em andamento",
    not_your_turn: "Não é a sua vez",
    out_of_board: "Não existe a casa {text}; vão de 1 a 9",
  },
} satisfies Words;
