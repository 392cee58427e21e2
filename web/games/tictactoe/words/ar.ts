// العربية.
import type { Words } from "./en.js";

export default {
  name: "إكس أو",
  variants: {
    classic: "إكس أو",
  },
  sentences: {
    victoryLine: "ثلاثة في صف.",
    drawBoardFull: "الرقعة ممتلئة.",
    refusal_cell_taken: "هذه الخانة مشغولة.",
  },
  board: {
    board: "رقعة إكس أو",
    youPlay: "تلعب {side}",
    cells: "أعلى اليسار|أعلى الوسط|أعلى اليمين|وسط اليسار|المركز|وسط اليمين|أسفل اليسار|أسفل الوسط|أسفل اليمين",
    empty: "فارغة",
    canMove: "يمكن اللعب فيها",
    lastMove: "النقلة الأخيرة",
    winning: "الصف الفائز",
    marked: "{side} {square}",
    won: "{side} يفوز بـ {squares}",
    noLastMove: "لا نقلات بعد",
    turnOf: "الدور: {side}",
    pieces: "{side}: {squares}",
    none: "لا شيء",
    premove: "نقلة مسبقة",
    premoveSet: "نقلة مسبقة {square}",
    premoveCancelled: "أُلغيت النقلة المسبقة",
    premoveFailed: "النقلة المسبقة {square} غير ممكنة",
    help: "الأسهم للتحرك، Enter أو المسافة للعب، الأرقام من 1 إلى 9 للقفز إلى خانة. L النقلة الأخيرة، T الدور، P علاماتك، O علامات الخصم.",
    cell_taken: "{square} مشغولة",
    game_over: "اللعبة ليست جارية",
    not_your_turn: "ليس دورك",
    out_of_board: "لا توجد خانة {text}؛ الخانات من 1 إلى 9",
  },
} satisfies Words;
