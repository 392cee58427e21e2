// The properties of <checkers-board> for a game of draughts, and the moves of its events.
import type { CheckersProperties, Move } from "@parlour/board/checkers";
import { boardState, type GameView, type Names, SERVER_NAMES } from "../view.js";

const PIECES = new Set<string>(["red-black", "red-white", "white-black", "black-white"]);

/** The view of draughts. */
export const view: GameView<"checkers", CheckersProperties, Move> = {
  game: "checkers",
  tag: "checkers-board",
  ratio: ({ columns = 8, rows = 8 }) => columns / rows,
  properties: (state, options) => {
    const { board, interactive, last, present, turn, you } = boardState(state, options);
    const side = Math.sqrt(board.length) || 8;
    return {
      board,
      legal: present ? state.legal : [],
      turn: turn?.color ?? null,
      you: you?.color ?? null,
      interactive,
      lastMove: last?.move ?? null,
      ...(state.layout ? view.layoutProperties(state.layout, options?.names) : { columns: side, rows: side }),
    };
  },
  // The element compares lists by identity, so they must be the layout's own objects.
  layoutProperties: ({ columns, labels, name, playable, removal, rows, sides, variant }, names = SERVER_NAMES) => {
    const [first, second] = sides;
    const pieces = `${first.name}-${second.name}`.toLowerCase();
    return {
      columns,
      rows,
      playable,
      labels,
      removal,
      variant: names.variant(variant, name),
      sides: sidesOf(first.name, second.name, names),
      ...(PIECES.has(pieces) && { pieces: pieces as CheckersProperties["pieces"] }),
    };
  },
  play: ({ captures, from, path, to }) => ({ from, to, ...(captures && { captures: [...captures] }), ...(path && { path: [...path] }) }),
};

const knownSides = new Map<string, CheckersProperties["sides"]>();

/** One object for each pair of names: the element compares by identity. */
function sidesOf(first: string, second: string, names: Names): CheckersProperties["sides"] {
  const sides = { red: names.side(first), black: names.side(second) };
  const key = `${sides.red}/${sides.black}`;
  knownSides.set(key, knownSides.get(key) ?? sides);
  return knownSides.get(key) ?? sides;
}
