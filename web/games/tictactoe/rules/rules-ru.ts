// The rules of tic-tac-toe: Русский.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "Два игрока по очереди ставят знаки в девять клеток поля 3×3; начинает X.",
    win: "Выигрывает тот, чьи три знака стоят в одном ряду, столбце или на диагонали.",
    draw: "Если все девять клеток заняты, а трёх в линию нет ни у кого, партия заканчивается вничью.",
  },
} satisfies RuleWords;
