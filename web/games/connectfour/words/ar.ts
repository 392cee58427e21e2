// العربية.
import type { Words } from "./en.js";

export default {
  name: "أربعة في صف",
  variants: {
    classic: "أربعة في صف",
  },
  sentences: {
    victoryFour: "أربعة في صف.",
    drawColumnsFull: "الرقعة ممتلئة.",
    refusal_cell_taken: "هذا العمود ممتلئ.",
    side_yellow: "الأصفر",
  },
  board: {
    board: "رقعة أربعة في صف",
    youPlay: "تلعب {side}",
    cell: "العمود {column}، الصف {row}",
    column: "العمود {column}",
    empty: "فارغة",
    canMove: "يمكن اللعب فيها",
    lastMove: "النقلة الأخيرة",
    winning: "الصف الفائز",
    dropped: "{side} في {square}",
    won: "{side} يفوز بـ {squares}",
    noLastMove: "لا نقلات بعد",
    turnOf: "الدور: {side}",
    pieces: "{side}: {squares}",
    none: "لا شيء",
    premove: "نقلة مسبقة",
    premoveSet: "نقلة مسبقة {square}",
    premoveCancelled: "أُلغيت النقلة المسبقة",
    premoveFailed: "النقلة المسبقة {square} غير ممكنة",
    help: "اليسار واليمين لاختيار عمود، Enter أو المسافة لإسقاط قرص، الأرقام من 1 إلى 7 للذهاب إلى عمود. L النقلة الأخيرة، T الدور، P أقراصك، O أقراص الخصم.",
    cell_taken: "{square} ممتلئ",
    game_over: "اللعبة ليست جارية",
    not_your_turn: "ليس دورك",
    out_of_board: "لا يوجد عمود {text}؛ الأعمدة من 1 إلى 7",
  },
} satisfies Words;
