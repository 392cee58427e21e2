// English for draughts; the other languages have the same keys. The element's own messages are English.
import type { Translation } from "../../../app/src/language/game-words.js";
import type { CheckersMessages } from "../element.js";

const words = {
  name: "Draughts",
  variants: {
    english: "English draughts",
    international: "International draughts",
    russian: "Russian draughts",
    brazilian: "Brazilian draughts",
    pool: "American pool checkers",
    czech: "Czech draughts",
    italian: "Italian draughts",
    spanish: "Spanish draughts",
    portuguese: "Portuguese draughts",
    canadian: "Canadian draughts",
    frisian: "Frisian draughts",
    killer: "Killer draughts",
    turkish: "Turkish draughts",
    thai: "Thai draughts",
    "buff-and-green": "Buff and Green",
    filipino: "Filipino checkers",
  },
  sentences: {
    victory: "{loser} has no move left.",
    yourTurnCapture: "Your turn. You must capture.",
    turnOfCapture: "{side} to move and must capture.",
    pieces: { one: "{count} piece", other: "{count} pieces" },
    captured: { one: "{count} captured", other: "{count} captured" },
    men: { one: "{count} man each", other: "{count} men each" },
    hintCaptures: { one: "It captures a piece.", other: "It captures {count} pieces." },
    hintPromotes: "The man becomes a king.",
    draw_repetition: "The same position came up again and again.",
    draw_no_progress: "Nothing was captured or advanced for too long.",
    draw_endgame: "Too little is left to win with.",
    refusal_must_capture: "You must capture.",
    refusal_must_capture_most: "You must take as many pieces as you can.",
    refusal_must_continue_capture: "The capture must go on.",
  },
  board: {},
  american: [
    ["English draughts", "American checkers"],
    ["Draughts", "Checkers"],
    ["draughts", "checkers"],
  ],
} as const;

export default words;

/** The messages of draughts in any language. */
export type Words = Translation<typeof words, CheckersMessages>;
