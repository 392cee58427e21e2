// A board of checkers, known well enough to replay moves on it and to ask the rules library about it.

import { parlour } from './server.js';

/** Every variant of the draughts family, as the command line lists them. */
export const VARIANTS = JSON.parse(await parlour('variants', '--json')).map(({ variant }) => variant);

/** The board after a move. */
export function replay(board, { from, to, captures }, becameKing) {
  const piece = board[from];
  const after = board.map((square, index) => (index === from || captures.includes(index) ? null : square));
  after[to] = becameKing ? { ...piece, type: 'king' } : piece;
  return after;
}

/** How many pieces of a colour stand on a board. */
export function count(board, colour) {
  return board.filter((piece) => piece?.player === colour).length;
}

/** The rules library, asked by its own command and not through the server. */
export class Library {
  /** The library for a variant; `card` is its entry of `GET /v1/variants`. */
  static async of(card) {
    const { fen } = JSON.parse(await parlour('moves', '--variant', card.variant, '--json'));
    const first = fen[0];
    return Object.assign(new Library(), { card, letters: [first, first === 'W' ? 'B' : 'W'] });
  }

  /** The legal moves of a position as the wire writes them. */
  async moves(board, turn) {
    const args = ['moves', '--variant', this.card.variant, '--fen', this.fen(board, turn), '--json'];
    return JSON.parse(await parlour(...args)).moves.map(({ wire }) => wire);
  }

  fen(board, turn) {
    const pieces = (colour) =>
      board.flatMap((piece, index) =>
        piece?.player === colour ? `${piece.type === 'king' ? 'K' : ''}${this.card.labels[index]}` : [],
      );
    const [first, second] = this.letters;
    return `${this.letters[turn]}:${first}${pieces('red')}:${second}${pieces('black')}`;
  }
}

/** Moves in an order of their own, to compare lists. */
export function sorted(moves) {
  return moves.map(({ from, captures, path }) => JSON.stringify([from, path, captures])).sort();
}

/** Numbers that look like chance and are the same in every run. */
export function chance(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
