// The rules of tic-tac-toe: Türkçe.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "İki oyuncu 3×3’lük tahtanın dokuz karesini sırayla işaretler; X başlar.",
    win: "Bir satırda, sütunda veya çaprazda üç işareti olan kazanır.",
    draw: "Dokuz karenin hepsi işaretlenir ve kimsenin bir sırada üç işareti olmazsa oyun berabere biter.",
  },
} satisfies RuleWords;
