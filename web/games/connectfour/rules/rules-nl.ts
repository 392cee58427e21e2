// The rules of connect four: Nederlands.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "Zetten",
    end: "Einde",
  },
  sentences: {
    turns: "Twee spelers laten schijven vallen in een bord met zeven kolommen en zes rijen; rood begint.",
    column: "Wie aan de beurt is, kiest een kolom waarin nog plaats is.",
    fall: "De schijf valt op het laagste vrije vakje en blijft daar.",
    win: "Vier schijven van één speler op een rij, in een kolom of op een diagonaal winnen.",
    draw: "Zijn alle 42 vakjes gevuld en heeft niemand vier op een lijn, dan is het gelijkspel.",
  },
} satisfies RuleWords;
