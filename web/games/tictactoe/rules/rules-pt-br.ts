// The rules of tic-tac-toe: Português do Brasil.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "Dois jogadores marcam, um de cada vez, as nove casas de um tabuleiro 3×3; o X começa.",
    win: "Vence quem tiver três marcas em uma linha, coluna ou diagonal.",
    draw: "Se as nove casas estiverem marcadas e ninguém tiver três alinhadas, a partida empata.",
  },
} satisfies RuleWords;
