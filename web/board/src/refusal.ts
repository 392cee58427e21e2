// Why the board refuses a move; the codes are those of the wire protocol where it has one.

/** The reasons that a board can derive from the legal moves; a game may have more. */
export type RefusalCode =
  | "ambiguous_move"
  | "blocked"
  | "cell_taken"
  | "game_over"
  | "illegal_move"
  | "must_capture"
  | "not_your_piece"
  | "not_your_turn"
  | "out_of_board"
  | "unreadable_move"
  | (string & {});

/** What a `refusal` event carries. */
export interface Refusal {
  readonly code: RefusalCode;
  /** The square that the player named, if any. */
  readonly square: number | null;
  /** One sentence for the player. */
  readonly message: string;
}
