// The rules of tic-tac-toe: Italiano.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "Due giocatori segnano a turno le nove caselle di una griglia 3×3; comincia X.",
    win: "Vince chi ha tre segni in una riga, in una colonna o in una diagonale.",
    draw: "Se tutte e nove le caselle sono segnate e nessuno ha fatto tris, la partita è patta.",
  },
} satisfies RuleWords;
