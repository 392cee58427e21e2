// The rules of connect four: Deutsch.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "Züge",
    end: "Ende",
  },
  sentences: {
    turns: "Zwei Spieler werfen Steine in ein Brett mit sieben Spalten und sechs Reihen, Rot beginnt.",
    column: "Wer am Zug ist, wählt eine Spalte, in der noch Platz ist.",
    fall: "Der Stein fällt auf das unterste freie Feld und bleibt dort.",
    win: "Vier Steine eines Spielers in einer Reihe, Spalte oder Diagonale gewinnen.",
    draw: "Sind alle 42 Felder belegt und niemand hat vier in einer Linie, ist die Partie unentschieden.",
  },
} satisfies RuleWords;
