// The board on the screen: the position of each square in either orientation.

/** The four arrow directions on screen. */
export type Direction = "up" | "down" | "left" | "right";

/** A column and a row counted from the visible top left. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

/** A line of squares from one square, named by its direction on the screen. */
export interface Line {
  readonly name: string;
  readonly squares: readonly number[];
}

const DIAGONALS = [
  ["upLeft", -1, -1],
  ["upRight", 1, -1],
  ["downLeft", -1, 1],
  ["downRight", 1, 1],
] as const;
const ORTHOGONALS = [
  ["up", 0, -1],
  ["right", 1, 0],
  ["down", 0, 1],
  ["left", -1, 0],
] as const;

/** Maps squares to places on the screen and back. */
export class View {
  readonly playable: ReadonlySet<number>;

  constructor(
    readonly columns: number,
    readonly rows: number,
    playable: Iterable<number>,
    readonly flipped: boolean,
  ) {
    this.playable = new Set(playable);
  }

  get size(): number {
    return this.columns * this.rows;
  }

  /** Whether every square is playable, as on the Turkish board. */
  get solid(): boolean {
    return this.playable.size === this.size;
  }

  /** The square at a position counted row by row from the visible top left; the mapping is its own inverse. */
  turned(position: number): number {
    return this.flipped ? this.size - 1 - position : position;
  }

  place(square: number): Place {
    const position = this.turned(square);
    return { column: position % this.columns, row: Math.floor(position / this.columns) };
  }

  squareAt(place: Place): number | null {
    const { column, row } = place;
    const inside = column >= 0 && row >= 0 && column < this.columns && row < this.rows;
    return inside ? this.turned(row * this.columns + column) : null;
  }

  /** The playable squares in reading order. */
  order(): number[] {
    return count(this.size)
      .map((position) => this.turned(position))
      .filter((square) => this.playable.has(square));
  }

  /** The playable squares of a visible row, from the left. */
  row(row: number): number[] {
    return this.order().filter((square) => this.place(square).row === row);
  }

  /**
   * The playable square next to this one. Up and down keep the index within the row, so that
   * on a chequered board repeated presses move in a straight zigzag.
   */
  neighbour(square: number, direction: Direction): number {
    const { row } = this.place(square);
    const here = this.row(row);
    const order = here.indexOf(square);
    if (direction === "left") return here[order - 1] ?? square;
    if (direction === "right") return here[order + 1] ?? square;
    const there = row + (direction === "up" ? -1 : 1);
    if (there < 0 || there >= this.rows) return square;
    const squares = this.row(there);
    return squares[Math.min(order, squares.length - 1)] ?? square;
  }

  /** The lines from a square: diagonals on a chequered board, ranks and files on a solid one. */
  lines(square: number): Line[] {
    const start = this.place(square);
    return (this.solid ? ORTHOGONALS : DIAGONALS).map(([name, across, down]) => {
      const squares: number[] = [];
      for (let step = 1; ; step += 1) {
        const next = this.squareAt({ column: start.column + across * step, row: start.row + down * step });
        if (next === null) return { name, squares };
        squares.push(next);
      }
    });
  }
}

/** The chequered squares of a wire board: those where row and column have different parity. */
export function chequered(columns: number, rows: number): number[] {
  return count(columns * rows).filter((square) => (Math.floor(square / columns) + (square % columns)) % 2 === 1);
}

/** The default labels: a letter for the column, a number for the row from the bottom. */
export function lettered(columns: number, rows: number): string[] {
  return count(columns * rows).map((square) => {
    return String.fromCharCode(97 + (square % columns)) + (rows - Math.floor(square / columns));
  });
}

/** The whole numbers from 0 to `length`, exclusive. */
export function count(length: number): number[] {
  return [...Array(length).keys()];
}
