// The rules of connect four: Français.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "Coups",
    end: "Fin",
  },
  sentences: {
    turns: "Deux joueurs font tomber des jetons dans une grille de sept colonnes et six lignes ; les rouges commencent.",
    column: "À votre tour, choisissez une colonne où il reste de la place.",
    fall: "Votre jeton tombe sur la case libre la plus basse et y reste.",
    win: "Quatre jetons d’un même joueur sur une ligne, une colonne ou une diagonale gagnent.",
    draw: "Si les 42 cases sont remplies sans que personne ait quatre jetons alignés, la partie est nulle.",
  },
} satisfies RuleWords;
