// The rules of tic-tac-toe: العربية.
import type { RuleWords } from "../../../app/src/play/rule-words.js";

export default {
  titles: {},
  sentences: {
    turns: "يضع لاعبان بالتناوب علامتيهما في الخانات التسع لرقعة 3×3، ويبدأ X.",
    win: "يفوز من له ثلاث علامات في صف أو عمود أو قطر.",
    draw: "إذا امتلأت الخانات التسع ولم يكن لأحد ثلاث علامات على خط واحد، فالنتيجة تعادل.",
  },
} satisfies RuleWords;
