// Français.
import type { Words } from "./en.js";

export default {
  name: "Puissance quatre",
  variants: {
    classic: "Puissance quatre",
  },
  sentences: {
    victoryFour: "Quatre alignés.",
    drawColumnsFull: "Le plateau est plein.",
    refusal_cell_taken: "Cette colonne est pleine.",
    side_yellow: "Jaune",
  },
  board: {
    board: "Plateau de puissance quatre",
    youPlay: "vous jouez {side}",
    cell: "colonne {column}, rangée {row}",
    column: "colonne {column}",
    empty: "vide",
    canMove: "jouable",
    lastMove: "dernier coup",
    winning: "ligne gagnante",
    dropped: "{side} en {square}",
    won: "{side} gagne avec {squares}",
    noLastMove: "Aucun coup",
    turnOf: "Trait à {side}",
    pieces: "{side} : {squares}",
    none: "aucun",
    premove: "coup anticipé",
    premoveSet: "Coup anticipé {square}",
    premoveCancelled: "Coup anticipé annulé",
    premoveFailed: "Le coup anticipé {square} est impossible",
    help: "Gauche et droite choisissent une colonne, Entrée ou Espace lâche un jeton, les chiffres de 1 à 7 vont à une colonne. L dernier coup, T trait, P vos jetons, O jetons adverses.",
    cell_taken: "La {square} est pleine",
    game_over: "La partie n'est pas en cours",
    not_your_turn: "Ce n'est pas à vous de jouer",
    out_of_board: "Il n'y a pas de colonne {text} ; elles vont de 1 à 7",
  },
} satisfies Words;
