// A tree of moves: the main line and its variations. A tree is never changed; each function returns another one.
import type { GameName } from "@parlour/sdk";
import type { KeptPlay } from "../local/module.js";

/** The number of the start in every tree. */
export const START = 0;

/** A move, as it is added to a tree. */
export interface NewMove {
  readonly play: KeptPlay;
  /** The move in notation. */
  readonly text: string;
  /** The position after it, in notation. */
  readonly position: string;
}

/** A move of a tree. */
export interface TreeMove extends NewMove {
  /** The number of the move before it. */
  readonly parent: number;
  /** The moves that follow it, the main one first. */
  readonly next: readonly number[];
}

/** A start and the moves that follow it, by their numbers. */
export interface MoveTree {
  readonly game: GameName;
  readonly variant: string;
  /** The position at the start, in notation; `null` is the usual one. */
  readonly start: string | null;
  /** Who is to move at the start: 0 is the side that begins a game of this variant. */
  readonly turn: 0 | 1;
  /** The moves that follow the start, the main one first. */
  readonly first: readonly number[];
  readonly moves: ReadonlyMap<number, TreeMove>;
}

/** The moves that follow a move or the start, the main one first. */
export function nextOf(tree: MoveTree, at: number): readonly number[] {
  return at === START ? tree.first : (tree.moves.get(at)?.next ?? []);
}

/** The tree with a list of moves; each names the one before it by its place in the list, the first moves none. */
export function withMoves(tree: MoveTree, list: readonly (NewMove & { readonly parent: number | null })[]): MoveTree {
  const next = new Map<number, number[]>();
  list.forEach(({ parent }, index) => {
    const before = parent === null ? START : parent + 1;
    next.set(before, [...(next.get(before) ?? []), index + 1]);
  });
  const moves = list.map(({ parent, ...move }, index): [number, TreeMove] => [
    index + 1,
    { ...move, parent: parent === null ? START : parent + 1, next: next.get(index + 1) ?? [] },
  ]);
  return { ...tree, first: next.get(START) ?? [], moves: new Map(moves) };
}

/** The tree with a move after another one, and its number; a move that follows already is not added again. */
export function addMove(tree: MoveTree, after: number, move: NewMove): [MoveTree, number] {
  const known = nextOf(tree, after).find((id) => tree.moves.get(id)?.position === move.position && tree.moves.get(id)?.text === move.text);
  if (known !== undefined) return [tree, known];
  const id = Math.max(START, ...tree.moves.keys()) + 1;
  const moves = new Map(tree.moves).set(id, { ...move, parent: after, next: [] });
  return [withNext({ ...tree, moves }, after, (next) => [...next, id]), id];
}

/** The tree without a move and all that follow it. */
export function removeMove(tree: MoveTree, id: number): MoveTree {
  const move = tree.moves.get(id);
  if (!move) return tree;
  const moves = new Map(tree.moves);
  const remove = (at: number): void => {
    nextOf(tree, at).forEach(remove);
    moves.delete(at);
  };
  remove(id);
  return withNext({ ...tree, moves }, move.parent, (next) => next.filter((other) => other !== id));
}

/** The tree in which the variation of a move comes one place earlier, at the last move where it is not the main one. */
export function promote(tree: MoveTree, id: number): MoveTree {
  const branch = branchOf(tree, id);
  if (branch === null) return tree;
  const { parent } = tree.moves.get(branch) ?? { parent: START };
  return withNext(tree, parent, (next) => {
    const place = next.indexOf(branch);
    return next.map((other, index) => (index === place - 1 ? branch : index === place ? (next[place - 1] ?? other) : other));
  });
}

/** The first move of the variation in which a move is; `null` for a move of the main line. */
export function branchOf(tree: MoveTree, id: number): number | null {
  for (let at = id; at !== START; ) {
    const move = tree.moves.get(at);
    if (!move) return null;
    if (nextOf(tree, move.parent)[0] !== at) return at;
    at = move.parent;
  }
  return null;
}

/** The moves up to one of them, the first first. */
export function pathTo(tree: MoveTree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at !== START; at = tree.moves.get(at)?.parent ?? START) path.unshift(at);
  return path;
}

/** The line in which a move is: the moves up to it, and the main ones that follow. */
export function lineThrough(tree: MoveTree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let [next] = nextOf(tree, id); next !== undefined; [next] = nextOf(tree, next)) line.push(next);
  return line;
}

/** The position after a move, in notation; `null` is the usual start. */
export function positionAt(tree: MoveTree, at: number): string | null {
  return at === START ? tree.start : (tree.moves.get(at)?.position ?? null);
}

/** The number of plies before a move that follows this one, counted from the beginning of a pair of moves. */
export function plyAfter(tree: MoveTree, at: number): number {
  return tree.turn + pathTo(tree, at).length;
}

/** The moves as text with variations in brackets; `numbers` writes the numbers of moves, too. */
export function movesText(tree: MoveTree, numbers = false): string {
  const words: string[] = [];
  const write = (id: number, ply: number, isNumbered: boolean): void => {
    if (numbers && ply % 2 === 0) words.push(`${ply / 2 + 1}.`);
    else if (numbers && isNumbered) words.push(`${(ply - 1) / 2 + 1}...`);
    words.push(tree.moves.get(id)?.text ?? "");
  };
  const follow = (at: number, ply: number, isNumbered: boolean): void => {
    const [main, ...others] = nextOf(tree, at);
    if (main === undefined) return;
    write(main, ply, isNumbered);
    for (const other of others) {
      words.push("(");
      write(other, ply, true);
      follow(other, ply + 1, false);
      words.push(")");
    }
    follow(main, ply + 1, others.length > 0);
  };
  follow(START, tree.turn, true);
  return words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

/** The tree as PDN that the app reads again. */
export function pdnOf(tree: MoveTree): string {
  const tags = [`[Variant "${tree.variant}"]`, ...(tree.start === null ? [] : [`[FEN "${tree.start}"]`])];
  return `${tags.join("\n")}\n\n${[movesText(tree, true), "*"].filter(Boolean).join(" ")}\n`;
}

function withNext(tree: MoveTree, at: number, change: (next: readonly number[]) => readonly number[]): MoveTree {
  const next = change(nextOf(tree, at));
  if (at === START) return { ...tree, first: next };
  const move = tree.moves.get(at);
  return move ? { ...tree, moves: new Map(tree.moves).set(at, { ...move, next }) } : tree;
}
