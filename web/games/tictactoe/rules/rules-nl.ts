// The rules of tic-tac-toe: Nederlands.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "Twee spelers bezetten om de beurt de negen vakjes van een bord van 3×3; X begint.",
    win: "Drie tekens van één speler op een rij, in een kolom of op een diagonaal winnen.",
    draw: "Zijn alle negen vakjes bezet en heeft niemand drie op een lijn, dan is het gelijkspel.",
  },
} satisfies RuleWords;
