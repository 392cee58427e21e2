// The rules of connect four: العربية.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {
    moves: "النقلات",
    end: "النهاية",
  },
  sentences: {
    turns: "يُسقط لاعبان أقراصًا في رقعة من سبعة أعمدة وستة صفوف، ويبدأ الأحمر.",
    column: "في دورك تختار عمودًا فيه مكان.",
    fall: "يسقط القرص إلى أدنى خانة خالية ويبقى فيها.",
    win: "يفوز من له أربعة أقراص في صف أو عمود أو قطر.",
    draw: "إذا امتلأت الخانات الاثنتان والأربعون ولم يكن لأحد أربعة أقراص على خط واحد، فالنتيجة تعادل.",
  },
} satisfies RuleWords;
