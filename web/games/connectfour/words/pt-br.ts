// Português do Brasil.
import type { Words } from "./en.js";

export default {
  name: "Lig 4",
  variants: {
    classic: "Lig 4",
  },
  sentences: {
    victoryFour: "Quatro em linha.",
    drawColumnsFull: "O tabuleiro está cheio.",
    refusal_cell_taken: "Esta coluna está cheia.",
    side_yellow: "Amarelo",
  },
  board: {
    board: "Tabuleiro de Lig 4",
    youPlay: "você joga com {side}",
    cell: "coluna {column}, linha {row}",
    column: "coluna {column}",
    empty: "vazia",
    canMove: "pode ser jogada",
    lastMove: "último lance",
    winning: "linha vencedora",
    dropped: "{side} em {square}",
    won: "{side} vence com {squares}",
    noLastMove: "Nenhum lance",
    turnOf: "Vez de {side}",
    pieces: "{side}: {squares}",
    none: "nenhuma",
    premove: "pré-lance",
    premoveSet: "Pré-lance {square}",
    premoveCancelled: "Pré-lance cancelado",
    premoveFailed: "O pré-lance {square} não é possível",
    help: "Esquerda e direita escolhem uma coluna, Enter ou Espaço solta uma peça, os números de 1 a 7 vão a uma coluna. L último lance, T vez, P suas peças, O peças do adversário.",
    cell_taken: "A {square} está cheia",
    game_over: "A partida não está em andamento",
    not_your_turn: "Não é a sua vez",
    out_of_board: "Não existe a coluna {text}; elas vão de 1 a 7",
  },
} satisfies Words;
