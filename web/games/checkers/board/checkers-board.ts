// <checkers-board>: a board of the draughts family; the host sets the legal moves, the element has no rules.
import { BoardElement } from "../../../board/src/board-element.js";
import { commandOf } from "../../../board/src/commands.js";
import { layer, type Point, UNIT } from "../../../board/src/drawing.js";
import { type Drag, GestureRecognizer } from "../../../board/src/gesture.js";
import { settleMotion, stepTime } from "../../../board/src/motion.js";
import { defineProperties } from "../../../board/src/properties.js";
import type { RefusalCode } from "../../../board/src/refusal.js";
import { drawCoordinates, drawSquares } from "../../../board/src/surface.js";
import { chequered, lettered, View } from "../../../board/src/view.js";
import css from "./checkers.css?inline";
import { answer, type Question, runCommand } from "./commands.js";
import { drawHolding, drawLastMove, drawPremove, drawTargets } from "./marks.js";
import { after, anyCapture, landings, type Move, type Position, type Side, sameOutcome, sameSides } from "./move.js";
import { PieceLayer } from "./piece-layer.js";
import { moveOf, type Premove } from "./premove.js";
import { CHECKS, type CheckersEvents, type CheckersProperties, DEFAULTS, DEFINITIONS, messagesOf } from "./properties.js";
import { Selection } from "./selection.js";
import { Speech } from "./speech.js";
import { Turn } from "./turn.js";
import { readMove, readSquares } from "./typed.js";

const TOUCH_LIFT = 20;
const TYPED_QUESTIONS: Readonly<Record<string, Question>> = { last: "last", turn: "turn", pieces: "own", opponent: "opposing", help: "help" };

export interface CheckersBoard extends CheckersProperties {
  addEventListener<Name extends keyof CheckersEvents>(
    type: Name,
    listener: (event: CheckersEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** The draughts board element. */
export class CheckersBoard extends BoardElement<CheckersProperties> {
  static readonly definitions = DEFINITIONS;
  static readonly observedAttributes = [...DEFINITIONS.attributes.keys()];

  /** @internal The position as drawn; ahead of `board` until the host has answered a move. */
  position: Position = [];
  #pending: Move | null = null;
  #hinted = false;
  #premove: Premove | null = null;
  /** @internal */
  view!: View;
  /** @internal */
  speech!: Speech;
  /** @internal */
  ownTurn!: Turn;
  readonly #surface = layer("ground");
  readonly #trace = layer("trace");
  readonly #holding = layer("holding");
  readonly #coordinateLayer = layer("ground coordinates");
  readonly #pieceLayer = new PieceLayer();
  readonly #marks = layer("marks");
  /** @internal */
  readonly selection: Selection;
  readonly #gestures: GestureRecognizer;

  constructor() {
    super(DEFAULTS, css);
    this.canvas.append(this.#surface, this.#trace, this.#holding, this.#coordinateLayer, this.#pieceLayer.element, this.#marks);
    this.selection = new Selection(this);
    this.#gestures = new GestureRecognizer(this.grid, {
      tap: (square) => {
        this.#prepareInput();
        this.selection.tap(square);
      },
      lift: (square) => {
        this.#prepareInput();
        return this.selection.lift(square);
      },
      drag: (drag) => this.#pieceLayer.hold(drag.square, this.#offset(drag)),
      drop: (drag) => this.#drop(drag),
      cancel: () => {
        this.#pieceLayer.release(this.#stepTime(1));
        this.selection.putDown();
      },
    });
    this.grid.element.addEventListener("keydown", (event) => this.#onKeyDown(event));
  }

  /** Animates a move before the host sets the position after it; resolves when the animation has ended. */
  async play(move: Move): Promise<void> {
    this.flush();
    this.values.lastMove = this.#pending = move;
    const still = this.#slide(move, false);
    this.#announceMove(move);
    this.#redraw();
    await still;
  }

  /** Plays a typed move or runs a typed command; returns whether it was understood. */
  typed(text: string): boolean {
    this.#prepareInput();
    const input = text.trim();
    if (input.startsWith("/")) return this.#runTypedCommand(input.slice(1));
    if (this.ownTurn.premoving) return this.#typedEarly(input);
    const general = this.ownTurn.refusal();
    if (general) return this.refuseMove(general, null);
    const reading = readMove(input, this.#labelList, this.legal);
    if ("move" in reading) {
      this.selection.choice = null;
      this.commit(reading.move, false);
      return true;
    }
    const code = reading.code === "illegal_move" ? this.ownTurn.wrongMove(reading.code) : reading.code;
    const moves = this.speech.notations(reading.candidates ?? []);
    return this.refuseMove(code, null, { text: reading.word ?? input, moves });
  }

  /** Flips the board. */
  flip(): void {
    this.orientation = this.#bottom === "red" ? "black" : "red";
    this.flush();
    this.announce(this.speech.say("flipped", { side: this.sides[this.#bottom] }));
  }

  /** Undoes a move that was drawn before the host answered, with the reason for the player. */
  takeBack(reason?: string): void {
    this.flush();
    settleMotion(this.canvas);
    this.#pending = null;
    this.position = this.board;
    if (this.#premove) this.setPremove(null);
    this.#redraw();
    if (reason) this.notify(reason);
  }

  /** The move that is made when the player's turn comes, if it is legal then. */
  get premove(): Premove | null {
    return this.#premove;
  }

  /** Cancels the premove; returns whether there was one. */
  cancelPremove(): boolean {
    const had = this.#premove !== null;
    if (had) this.setPremove(null);
    return had;
  }

  protected override update(changed: ReadonlySet<keyof CheckersProperties>, first: boolean): void {
    const { columns, rows, playable, lastMove, legal } = this.values;
    this.view = new View(columns, rows, playable ?? chequered(columns, rows), this.#bottom === "black");
    this.speech = new Speech(messagesOf(this.values), this.sides, this.#labelList);
    if (first || changed.has("board")) this.#receive(!first && changed.has("lastMove") ? lastMove : null);
    if (changed.has("board") || changed.has("legal") || changed.has("turn")) {
      this.#pending = null;
      this.#hinted = false;
    }
    this.#drawGround();
    this.#redraw();
    if (!first && changed.has("legal") && this.ownTurn.acting && anyCapture(legal)) {
      this.announce(this.speech.say("must_capture", { squares: this.speech.labelsOf(this.ownTurn.obliged) }));
    }
    if (this.interactive) this.#settlePremove();
  }

  get #bottom(): Side {
    return this.orientation === "auto" ? (this.you ?? "red") : this.orientation;
  }

  get #labelList(): readonly (string | null)[] {
    return this.labels ?? lettered(this.columns, this.rows);
  }

  /** Takes over the host's position; animates the move if the position follows from the previous one. */
  #receive(move: Move | null): void {
    const news = sameOutcome(move, this.#pending) ? null : move;
    if (news && sameSides(after(this.position, news), this.board)) void this.#slide(news, false);
    this.position = this.board;
    if (news) this.#announceMove(news);
  }

  #drawGround(): void {
    const { theme, scheme, pieces, pieceSet, interactive } = this.values;
    Object.assign(this.root.dataset, { theme, scheme, pieces, pieceSet, interactive });
    this.shape(this.view);
    this.#surface.replaceChildren(...drawSquares(this.view));
    this.#coordinateLayer.replaceChildren(...drawCoordinates(this.view, this.#labelList, this.coordinates));
  }

  #redraw(): void {
    const { view, position, selection, lastMove } = this;
    this.ownTurn = new Turn({ ...this.values, position, waiting: this.#pending !== null });
    selection.revalidate();
    if (this.#gestures.dragging && !selection.choice) this.#gestures.stop();
    const { targets, choice } = selection;
    const { captureHints } = this.values;
    const ringed = captureHints === "always" || (captureHints === "after-refusal" && this.#hinted) ? this.ownTurn.obliged : [];
    this.#pieceLayer.draw(view, position, this.pieceSet);
    this.#trace.replaceChildren(...drawLastMove(view, lastMove));
    this.#holding.replaceChildren(...drawHolding(view, ringed, choice), ...drawPremove(view, this.#premove));
    this.#marks.replaceChildren(...drawTargets(view, position, targets));
    const home = [...this.ownTurn.movable][0] ?? view.row(view.rows - 1)[0] ?? null;
    this.grid.draw(view, this.#boardName(), home, (square) => {
      const selected = square === choice?.from;
      const label = this.speech.square(square, position[square], {
        selected,
        movable: this.ownTurn.movable.has(square),
        mustCapture: this.ownTurn.obliged.has(square),
        premove: square === this.#premove?.from || square === this.#premove?.to,
        last: square === lastMove?.from || square === lastMove?.to,
        target: targets.find((target) => target.square === square),
      });
      return { label, selected };
    });
  }

  #boardName(): string {
    const you = this.you && this.speech.say("youPlay", { side: this.sides[this.you] });
    return [this.speech.say("board"), this.variant, you].filter(Boolean).join(", ");
  }

  /** @internal Makes a move: dispatches `move`, and draws it at once unless the host cancels the event. */
  commit(move: Move, dragged: boolean): void {
    this.notice.hide();
    this.#pending = move;
    if (this.emit("move", move, true)) {
      void this.#slide(move, dragged);
      this.#announceMove(move);
    } else {
      this.#pending = null;
    }
    this.selectionChanged();
  }

  /** @internal Sets or cancels the premove, announces it and dispatches `premove`. */
  setPremove(premove: Premove | null): void {
    this.#premove = premove;
    this.#redraw();
    this.announce(premove ? this.speech.say("premoveSet", { move: this.speech.notation(premove) }) : this.speech.say("premoveCancelled"));
    this.emit("premove", premove);
  }

  /** Makes the premove when the turn has come, or says why not; the end of the game cancels it. */
  #settlePremove(): void {
    const premove = this.#premove;
    if (!premove || (this.turn !== null && !(this.ownTurn.acting && this.legal.length > 0))) return;
    this.#premove = null;
    this.emit("premove", null);
    const move = moveOf(premove, this.legal);
    if (move && this.turn !== null) return this.commit(move, false);
    this.#redraw();
    if (this.turn !== null) this.notify(this.speech.say("premoveFailed", { move: this.speech.notation(premove) }));
  }

  /** Reads a premove that was typed. */
  #typedEarly(input: string): boolean {
    const reading = readSquares(input, this.#labelList);
    if ("code" in reading) return this.refuseMove(reading.code, null, { text: reading.word ?? input });
    const from = reading.squares[0] ?? -1;
    if (!this.ownTurn.selectable.has(from)) return this.refuseMove("not_your_piece", from);
    this.selection.choice = null;
    this.setPremove({ from, to: reading.squares.at(-1) ?? from });
    return true;
  }

  /** @internal Refuses a move with a message. */
  refuseMove(code: RefusalCode, square: number | null, values: Readonly<Record<string, string>> = {}): false {
    const { speech, ownTurn, legal } = this;
    this.#hinted ||= code === "must_capture";
    const example = legal[0] ? speech.notation(legal[0]) : "";
    const squares = speech.labelsOf(ownTurn.obliged);
    const message = speech.say(code as "blocked", { square: square === null ? "" : speech.label(square), squares, example, ...values });
    this.refuse({ code, square, message });
    this.#redraw();
    return false;
  }

  /** @internal Redraws and dispatches `select`. */
  selectionChanged(): void {
    this.#redraw();
    this.emit("select", { square: this.selection.choice?.from ?? null, targets: this.selection.targets });
  }

  /** @internal Cancels a drag; returns whether there was one. */
  stopDragging(): boolean {
    const { dragging } = this.#gestures;
    this.#gestures.stop();
    return dragging;
  }

  #slide(move: Move, dragged: boolean): Promise<void> {
    settleMotion(this.canvas);
    this.position = after(this.position, move);
    return this.#pieceLayer.move(this.view, move, dragged ? 0 : this.#stepTime(landings(move).length), this.removal);
  }

  /** Milliseconds of each step of a move. */
  #stepTime(steps: number): number {
    return stepTime(this.animation, this.stepDuration, steps);
  }

  #announceMove(move: Move): void {
    const side = this.position[move.to]?.player;
    if (side) this.announce(this.speech.move(move, side));
  }

  #onKeyDown(event: KeyboardEvent): void {
    const command = commandOf(event, this.shortcuts);
    if (!command) return;
    this.#prepareInput();
    if (runCommand(this, command)) event.preventDefault();
  }

  #runTypedCommand(name: string): boolean {
    if (name === "moves") this.notify(this.speech.say("movable", { moves: this.speech.notations(this.legal) }));
    else if (TYPED_QUESTIONS[name]) this.notify(answer(this, TYPED_QUESTIONS[name]));
    else this.emit("command", { name });
    return true;
  }

  #drop(drag: Drag): void {
    const stays = this.selection.drop(this.grid.squareUnder(drag.x, drag.y));
    this.#pieceLayer.release(stays ? 0 : this.#stepTime(1));
  }

  /** Applies pending changes and hides the notice before the player's input is handled. */
  #prepareInput(): void {
    this.flush();
    this.notice.hide();
  }

  #offset(drag: Drag): Point {
    const scale = (this.view.columns * UNIT) / this.grid.element.getBoundingClientRect().width;
    return { x: drag.across * scale, y: drag.down * scale - (drag.kind === "touch" ? TOUCH_LIFT : 0) };
  }
}

defineProperties(CheckersBoard.prototype, DEFINITIONS, CHECKS);

declare global {
  interface HTMLElementTagNameMap {
    "checkers-board": CheckersBoard;
  }
}
