// Français.
import type { Words } from "./en.js";

export default {
  name: "Morpion",
  variants: {
    classic: "Morpion",
  },
  sentences: {
    victoryLine: "Trois alignés.",
    drawBoardFull: "La grille est pleine.",
    refusal_cell_taken: "Cette case est prise.",
  },
  board: {
    board: "Grille de morpion",
    youPlay: "vous jouez {side}",
    cells:
      "en haut à gauche|en haut au milieu|en haut à droite|au milieu à gauche|au centre|au milieu à droite|en bas à gauche|en bas au milieu|en bas à droite",
    empty: "vide",
    canMove: "peut être jouée",
    lastMove: "dernier coup",
    winning: "ligne gagnante",
    marked: "{side} {square}",
    won: "{side} gagne avec {squares}",
    noLastMove: "Aucun coup",
    turnOf: "{side} au trait",
    pieces: "{side} : {squares}",
    none: "aucune",
    premove: "coup anticipé",
    premoveSet: "Coup anticipé {square}",
    premoveCancelled: "Coup anticipé annulé",
    premoveFailed: "Le coup anticipé {square} est impossible",
    help: "Les flèches déplacent, Entrée ou Espace joue, les chiffres 1 à 9 vont à une case. L dernier coup, T trait, P vos signes, O signes adverses.",
    cell_taken: "{square} : case prise",
    game_over: "La partie n’est pas en cours",
    not_your_turn: "Ce n’est pas à vous de jouer",
    out_of_board: "Il n’y a pas de case {text} ; les cases vont de 1 à 9",
  },
} satisfies Words;
