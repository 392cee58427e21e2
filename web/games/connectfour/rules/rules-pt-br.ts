// The rules of connect four: Português do Brasil.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "Lances",
    end: "Fim",
  },
  sentences: {
    turns: "Dois jogadores soltam fichas em um tabuleiro de sete colunas e seis linhas; o vermelho começa.",
    column: "Na sua vez, escolha uma coluna que tenha espaço.",
    fall: "A ficha cai na casa livre mais baixa e fica ali.",
    win: "Vence quem tiver quatro fichas em uma linha, coluna ou diagonal.",
    draw: "Se as 42 casas estiverem cheias e ninguém tiver quatro alinhadas, a partida empata.",
  },
} satisfies RuleWords;
