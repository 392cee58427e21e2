// The rules of tic-tac-toe: Polski.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "Dwóch graczy na zmianę zaznacza dziewięć pól planszy 3×3; zaczyna X.",
    win: "Wygrywa ten, kto ma trzy znaki w rzędzie, w kolumnie lub na przekątnej.",
    draw: "Gdy wszystkie dziewięć pól jest zajętych i nikt nie ma trzech w linii, partia kończy się remisem.",
  },
} satisfies RuleWords;
