// The game on the analysis board: a tree of moves, the move that is shown, and the state of the board there.
import { type GameName, type GameState, MoveError, type Play, wireOf } from "@parlour/sdk";
import type { GameOfRequest, KeptPlay, ModuleState } from "../local/module.js";
import { type Source, Value } from "../observable.js";
import type { AnyVariant } from "../server.js";
import { addMove, lineThrough, type MoveTree, type NewMove, nextOf, positionAt, promote, removeMove, START, withMoves } from "./move-tree.js";
import { askModule, stateOf } from "./pages.js";
import type { Step } from "./step-keys.js";

/** What the analysis board shows. */
export interface Analysed {
  readonly tree: MoveTree;
  /** The number of the move that led to the board. */
  readonly at: number;
  readonly layout: AnyVariant;
  readonly state: GameState;
  /** The position on the board, in notation. */
  readonly position: string;
  /** The names of the players, if a text told them. */
  readonly names: readonly string[];
  /** How many games the text had; the first is open. */
  readonly games: number;
  /** How often a text was opened: another number is another tree. */
  readonly opened: number;
}

/** A game on the analysis board; an action that is refused changes nothing. */
export class AnalysedGame implements Source<Analysed> {
  readonly #value: Value<Analysed>;
  readonly #layouts: readonly AnyVariant[];
  /** Counts the changes, so that an answer to an earlier one is dropped. */
  #change = 0;
  /** What is shown as soon as the module has answered. */
  #goal: { readonly tree: MoveTree; readonly at: number };

  private constructor(layouts: readonly AnyVariant[], first: Analysed) {
    this.#layouts = layouts;
    this.#value = new Value(first);
    this.#goal = first;
  }

  /** Opens a text, or the usual start of a variant; rejects with the reason if the text cannot be read. */
  static async open(layouts: readonly AnyVariant[], variant: string, text: string | null): Promise<AnalysedGame> {
    return new AnalysedGame(layouts, await read(layouts, variant, text));
  }

  readonly get = (): Analysed => this.#value.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#value.subscribe(listener);

  /** Replaces the tree by a text, or by the usual start of a variant. */
  async open(variant: string, text: string | null): Promise<void> {
    const change = ++this.#change;
    const opened = await read(this.#layouts, variant, text);
    if (change !== this.#change) return;
    this.#goal = opened;
    this.#value.set({ ...opened, opened: this.get().opened + 1 });
  }

  /** Shows the board before or after the moves, or one move away. */
  async step(to: Step): Promise<void> {
    const { at, tree } = this.#goal;
    const places = {
      first: START,
      back: tree.moves.get(at)?.parent ?? START,
      next: nextOf(tree, at)[0] ?? at,
      last: lineThrough(tree, at).at(-1) ?? START,
    };
    if (places[to] !== at) await this.#show(tree, places[to]);
  }

  /** Shows the board after a move. */
  async select(at: number): Promise<void> {
    await this.#show(this.get().tree, at);
  }

  /** Makes a move on the board. */
  async play(play: Play<GameName>): Promise<void> {
    await this.#add([wireOf(this.get().tree.game).request(play as never)]);
  }

  /** Makes moves one after the other, each as the fields of a request. */
  async playAll(moves: readonly object[]): Promise<void> {
    const { game } = this.get().tree;
    await this.#add(moves.map((move) => wireOf(game).request(move as never)));
  }

  /** Removes the move on the board and all that follow it. */
  async remove(): Promise<void> {
    const { at, tree } = this.get();
    await this.#show(removeMove(tree, at), tree.moves.get(at)?.parent ?? START);
  }

  /** Moves the variation on the board one place forward. */
  promote(): void {
    const now = this.get();
    this.#change += 1;
    this.#goal = { tree: promote(now.tree, now.at), at: now.at };
    this.#value.set({ ...now, ...this.#goal });
  }

  async #add(wanted: readonly object[]): Promise<void> {
    const change = ++this.#change;
    let { at, tree } = this.get();
    for (const fields of wanted) {
      const now = await askModule("move", { game: gameAt(tree, at), wanted: fields });
      [tree, at] = addMove(tree, at, moveOf(now));
    }
    if (change === this.#change) await this.#show(tree, at);
  }

  async #show(tree: MoveTree, at: number): Promise<void> {
    const change = ++this.#change;
    this.#goal = { tree, at };
    const now = await stateAt(tree, at);
    if (change !== this.#change) return;
    this.#value.set({ ...this.get(), tree, at, ...shown(tree, now, this.get().layout) });
  }
}

/** The game of a request at a move: it begins with the position there, so the draw rules that count earlier moves do not apply. */
export function gameAt(tree: MoveTree, at: number, plays: readonly KeptPlay[] = []): GameOfRequest {
  const { game, variant } = tree;
  return { game, variant, start: positionAt(tree, at), plays, end: null, names: ["", ""], date: "" };
}

/** The state after a move: the game that begins before it, so that the board knows the last move. */
function stateAt(tree: MoveTree, at: number): Promise<ModuleState> {
  const move = tree.moves.get(at);
  return askModule("state", { game: move ? gameAt(tree, move.parent, [move.play]) : gameAt(tree, START) });
}

function shown(tree: MoveTree, now: ModuleState, layout: AnyVariant): Pick<Analysed, "state" | "position"> {
  const { game, variant } = tree;
  const state = stateOf({ game, variant, id: "analysis", names: ["", ""], computers: [false, false] }, now, layout);
  return { state, position: now.position };
}

function moveOf({ lastText, plays, position }: ModuleState): NewMove {
  return { play: plays.at(-1) ?? {}, text: lastText ?? "", position };
}

/** Reads a text and shows the last move of its main line. */
async function read(layouts: readonly AnyVariant[], variant: string, text: string | null): Promise<Analysed> {
  const found = text === null ? { variant, start: null, nodes: [], names: ["", ""], games: 1 } : await askModule("tree", { text, variant });
  const layout = layouts.find((known) => known.variant === found.variant);
  if (!layout) throw new MoveError("unknown_variant", `there is no variant "${found.variant}"`);
  const { game } = layout;
  const empty: MoveTree = { game, variant: found.variant, start: found.start, turn: 0, first: [], moves: new Map() };
  const { currentTurn } = await stateAt(empty, START);
  const tree = withMoves({ ...empty, turn: currentTurn }, found.nodes);
  const at = lineThrough(tree, START).at(-1) ?? START;
  return { tree, at, layout, names: found.names.filter(Boolean), games: found.games, opened: 0, ...shown(tree, await stateAt(tree, at), layout) };
}
