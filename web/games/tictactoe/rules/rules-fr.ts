// The rules of tic-tac-toe: Français.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "Deux joueurs marquent à tour de rôle les neuf cases d’une grille de 3×3 ; X commence.",
    win: "Trois marques d’un même joueur sur une ligne, une colonne ou une diagonale gagnent.",
    draw: "Si les neuf cases sont marquées sans que personne ait trois marques alignées, la partie est nulle.",
  },
} satisfies RuleWords;
