// The rules of connect four: Español.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "Jugadas",
    end: "Final",
  },
  sentences: {
    turns: "Dos jugadores dejan caer fichas en un tablero de siete columnas y seis filas; empiezan las rojas.",
    column: "En tu turno eliges una columna que tenga sitio.",
    fall: "La ficha cae en la casilla libre más baja y se queda ahí.",
    win: "Gana quien tenga cuatro fichas en una fila, una columna o una diagonal.",
    draw: "Si las 42 casillas están llenas y nadie tiene cuatro en línea, la partida termina en tablas.",
  },
} satisfies RuleWords;
