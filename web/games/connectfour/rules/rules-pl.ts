// The rules of connect four: Polski.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "Ruchy",
    end: "Koniec gry",
  },
  sentences: {
    turns: "Dwóch graczy wrzuca krążki do planszy o siedmiu kolumnach i sześciu rzędach; zaczynają czerwone.",
    column: "W swojej kolejce wybierasz kolumnę, w której jest miejsce.",
    fall: "Krążek spada na najniższe wolne pole i tam zostaje.",
    win: "Wygrywa ten, kto ma cztery krążki w rzędzie, w kolumnie lub na przekątnej.",
    draw: "Gdy wszystkie 42 pola są zajęte i nikt nie ma czterech w linii, partia kończy się remisem.",
  },
} satisfies RuleWords;
