// The rules of connect four: Italiano.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "Mosse",
    end: "Fine",
  },
  sentences: {
    turns: "Due giocatori lasciano cadere gettoni in una griglia di sette colonne e sei righe; comincia il rosso.",
    column: "Nel tuo turno scegli una colonna in cui c’è posto.",
    fall: "Il gettone cade sulla casella libera più bassa e vi rimane.",
    win: "Vince chi ha quattro gettoni in una riga, in una colonna o in una diagonale.",
    draw: "Se tutte le 42 caselle sono piene e nessuno ne ha quattro in linea, la partita è patta.",
  },
} satisfies RuleWords;
