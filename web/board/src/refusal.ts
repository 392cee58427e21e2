// Why the board does not play what was asked; the codes are those of the wire where it has one.

/** The reasons a board can know by itself, from the legal moves it was told; a game may have more. */
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
  /** The square that was asked for, when there is one. */
  readonly square: number | null;
  /** One sentence for the player. */
  readonly message: string;
}
