// Draughts on the wire: a move is the squares of one piece, and the server sends the legal moves.
import { MoveError } from "../../sdk/src/errors.js";
import type { GameNotation, GameWire } from "../../sdk/src/game-wire.js";
import { findMove, moveText } from "./notation.js";

/** The wire mapping of draughts. */
export const wire: GameWire<"checkers"> = {
  request: (move) => ({ move }),
  entry: ({ move }, playerId, timestamp) => ({ move, playerId, timestamp }),
  isSame: ({ move }, play) =>
    move.from === play.from && move.to === play.to && (play.captures === undefined || String(play.captures) === String(move.captures)),
  read: async (text, settled) => {
    const { layout, legal, yourTurn } = await settled();
    if (!yourTurn) throw new MoveError("not_your_turn", "it is not your turn");
    if (layout) return findMove(text, legal, layout.labels);
    throw new MoveError("layout_unknown", "the names of the squares are not known", { hint: "Give { from, to }." });
  },
};

/** The notation of draughts. */
export const notation: GameNotation<"checkers"> = {
  write: (move, layout) => moveText(move, layout?.labels ?? []),
  played: ({ move }) => move,
  side: ({ color }) => color,
};
