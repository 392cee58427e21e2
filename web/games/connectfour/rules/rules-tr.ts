// The rules of connect four: Türkçe.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "Hamleler",
    end: "Oyunun sonu",
  },
  sentences: {
    turns: "İki oyuncu yedi sütunlu ve altı satırlı bir tahtaya pul bırakır; kırmızı başlar.",
    column: "Sırası gelen oyuncu, yeri olan bir sütun seçer.",
    fall: "Pul en alttaki boş kareye düşer ve orada kalır.",
    win: "Bir satırda, sütunda veya çaprazda dört pulu olan kazanır.",
    draw: "42 karenin hepsi dolar ve kimsenin bir sırada dört pulu olmazsa oyun berabere biter.",
  },
} satisfies RuleWords;
