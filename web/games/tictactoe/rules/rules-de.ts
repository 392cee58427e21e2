// The rules of tic-tac-toe: Deutsch.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "Zwei Spieler besetzen abwechselnd die neun Felder eines 3×3-Bretts, X beginnt.",
    win: "Drei eigene Zeichen in einer Reihe, Spalte oder Diagonale gewinnen.",
    draw: "Sind alle neun Felder besetzt und niemand hat drei in einer Linie, ist die Partie unentschieden.",
  },
} satisfies RuleWords;
