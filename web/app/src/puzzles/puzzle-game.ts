// A puzzle on the board: the solver's moves are compared with the combination, and the answers are made.
import { type GameName, type GameState, MoveError, type Play, wireOf } from "@parlour/sdk";
import { gameAt } from "../analysis/analysed-game.js";
import { lineThrough, type MoveTree, START, withMoves } from "../analysis/move-tree.js";
import { askModule, stateOf } from "../analysis/pages.js";
import { say } from "../analysis/words.js";
import type { ModuleState } from "../local/module.js";
import { type Source, Value } from "../observable.js";
import type { AnyVariant } from "../server.js";
import type { Puzzle } from "./puzzle-files.js";

/** What a puzzle shows. */
export interface Puzzled {
  readonly state: GameState;
  /** The number of moves that were made. */
  readonly ply: number;
  /** What the last move was, in words; empty before the first. */
  readonly words: string;
  /** Whether all moves were made: by the solver, or because the solution was wanted. */
  readonly end: "solved" | "shown" | null;
}

/** How long the answer to a move is delayed, so that it is seen. */
const ANSWER_MS = 450;

/** How many puzzles were opened. */
let games = 0;

/** A puzzle that is being solved. */
export class PuzzleGame implements Source<Puzzled> {
  /** Another number is another try. */
  readonly number = ++games;
  readonly #value: Value<Puzzled>;
  readonly #tree: MoveTree;
  readonly #layout: AnyVariant;
  /** The combination, as numbers of the tree. */
  readonly #line: readonly number[];
  #closed = false;

  private constructor(tree: MoveTree, layout: AnyVariant, state: GameState) {
    this.#tree = tree;
    this.#layout = layout;
    this.#line = lineThrough(tree, START);
    this.#value = new Value<Puzzled>({ state, ply: 0, words: "", end: null });
  }

  /** Opens a puzzle; rejects if its moves cannot be made. */
  static async open(puzzle: Puzzle, layout: AnyVariant): Promise<PuzzleGame> {
    const { game, variant } = layout;
    const text = `[FEN "${puzzle.position}"]\n\n${puzzle.moves} *`;
    const { nodes, start } = await askModule("tree", { text, variant });
    const empty: MoveTree = { game, variant, start, turn: 0, first: [], moves: new Map() };
    const now = await askModule("state", { game: gameAt(empty, START) });
    const tree = withMoves({ ...empty, turn: now.currentTurn }, nodes);
    return new PuzzleGame(tree, layout, shown(tree, now, layout));
  }

  readonly get = (): Puzzled => this.#value.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#value.subscribe(listener);

  /** The combination with the answers, in notation. */
  get solution(): string {
    return this.#line.map((id) => this.#tree.moves.get(id)?.text).join(" ");
  }

  /** The seat of the solver. */
  get solver(): 0 | 1 {
    return this.#tree.turn;
  }

  /** The position at the start, in notation. */
  get position(): string {
    return this.#tree.start ?? "";
  }

  /** The square of the piece that moves next; `null` if the puzzle is over. */
  get hintedSquare(): string | null {
    const play = this.#expected?.play as { from?: number } | undefined;
    return play?.from === undefined ? null : ((this.#layout.labels as readonly (string | null)[])[play.from] ?? null);
  }

  /** Makes a move of the solver; one that does not win is refused in words. */
  async move(play: Play<GameName>): Promise<void> {
    const expected = this.#expected;
    const { end, ply } = this.get();
    if (!expected || end || ply % 2 === 1) throw new MoveError("not_your_turn", "it is not your turn");
    const at = this.#line[ply - 1] ?? START;
    const now = await askModule("move", { game: gameAt(this.#tree, at), wanted: wireOf(this.#tree.game).request(play as never) });
    if (now.position !== expected.position) throw new WrongMove(now.lastText ?? "");
    const isLast = ply + 1 >= this.#line.length;
    this.#set(now, ply + 1, say(isLast ? "puzzleSolved" : "puzzleRight"), isLast ? "solved" : null);
    if (!isLast) await this.#follow();
  }

  /** Makes the rest of the moves. */
  async show(): Promise<void> {
    while (!this.#closed && this.get().end === null) await this.#follow();
  }

  close(): void {
    this.#closed = true;
  }

  get #expected() {
    return this.#tree.moves.get(this.#line[this.get().ply] ?? -1);
  }

  /** Makes the next move of the combination or the answer to it. */
  async #follow(): Promise<void> {
    const expected = this.#expected;
    if (!expected) return;
    const { ply, words } = this.get();
    const isLast = ply + 1 >= this.#line.length;
    const [now] = await Promise.all([
      askModule("state", { game: gameAt(this.#tree, expected.parent, [expected.play]) }),
      new Promise((resolve) => setTimeout(resolve, ANSWER_MS)),
    ]);
    if (!this.#closed && ply === this.get().ply) this.#set(now, ply + 1, isLast ? say("puzzleShown") : words, isLast ? "shown" : null);
  }

  #set(now: ModuleState, ply: number, words: string, end: Puzzled["end"]): void {
    this.#value.set({ state: shown(this.#tree, now, this.#layout), ply, words, end });
  }
}

/** A legal move that does not win. */
export class WrongMove extends MoveError {
  constructor(readonly text: string) {
    super("wrong_move", say("puzzleWrong", { move: text }));
  }
}

/** The state for the solver, who is to move at the start of the tree. */
function shown({ game, turn, variant }: MoveTree, now: ModuleState, layout: AnyVariant): GameState {
  return stateOf({ game, variant, id: "puzzle", names: ["", ""], computers: [turn === 1, turn === 0] }, now, layout);
}
