// The rules of tic-tac-toe: Español.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "Dos jugadores marcan por turnos las nueve casillas de un tablero de 3×3; empieza X.",
    win: "Gana quien tenga tres marcas en una fila, una columna o una diagonal.",
    draw: "Si las nueve casillas están marcadas y nadie tiene tres en línea, la partida termina en tablas.",
  },
} satisfies RuleWords;
