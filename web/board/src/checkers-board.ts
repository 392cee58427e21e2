// <checkers-board>: a board of the draughts family that is told its legal moves and knows no rule.
import { BoardElement } from "./board-element.js";
import { answer, obey, type Question } from "./checkers-commands.js";
import { CHECKS, DEFAULTS, DEFINITIONS, messagesOf, type CheckersEvents, type CheckersProperties } from "./checkers-properties.js";
import css from "./checkers.css?inline";
import { commandOf } from "./commands.js";
import { svg, UNIT, type Point } from "./drawing.js";
import { Entry } from "./entry.js";
import { GestureWatch, type Drag } from "./gesture.js";
import { Hand } from "./hand.js";
import { drawChoice, drawLastMove, drawObligations } from "./marks.js";
import { settleMotion, stepTime } from "./motion.js";
import { after, anyCapture, landings, sameOutcome, sameSides, type Move, type Position, type Side } from "./move.js";
import { PieceLayer } from "./piece-layer.js";
import { defineProperties } from "./properties.js";
import type { RefusalCode } from "./refusal.js";
import { Speech } from "./speech.js";
import { drawCoordinates, drawSquares } from "./surface.js";
import { Turn } from "./turn.js";
import { readMove } from "./typed.js";
import { chequered, lettered, View } from "./view.js";

const TOUCH_LIFT = 20;
const LONGEST_SNAP = 150;
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
  static readonly observedAttributes = [...DEFINITIONS.names.keys()];

  /** @internal The position as drawn; ahead of `board` while a move is under way. */
  position: Position = [];
  private pending: Move | null = null;
  private told: Move | null = null;
  private hinted = false;
  /** @internal */
  view = new View(8, 8, [], false);
  /** @internal */
  speech = new Speech(messagesOf(DEFAULTS), DEFAULTS.sides, []);
  /** @internal */
  ownTurn = new Turn({ ...DEFAULTS, position: [], waiting: false });
  private readonly surface = svg("g", { class: "surface" });
  private readonly trace = svg("g", { class: "trace" });
  private readonly pieceLayer = new PieceLayer();
  private readonly marks = svg("g", { class: "marks" });
  private readonly field = new Entry((text) => this.typed(text));
  /** @internal */
  readonly hand: Hand;
  private readonly gestures: GestureWatch;

  constructor() {
    super(DEFAULTS, css);
    this.canvas.append(this.surface, this.trace, this.pieceLayer.element, this.marks);
    this.hand = new Hand(this);
    this.gestures = new GestureWatch(this.grid.element, {
      squareOf: (event) => this.grid.squareOf(event),
      tap: (square) => {
        this.present();
        this.hand.tap(square);
      },
      lift: (square) => {
        this.present();
        return this.hand.lift(square);
      },
      drag: (drag) => this.pieceLayer.hold(drag.square, this.offset(drag)),
      drop: (drag) => this.drop(drag),
      cancel: () => {
        this.pieceLayer.release(this.snapTime);
        this.hand.putDown();
      },
    });
    this.grid.element.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Slides a move over the board before the host sends the position after it; resolves when all is still. */
  async play(move: Move): Promise<void> {
    this.flush();
    this.values.lastMove = move;
    this.tellMove(move);
    const still = this.slide(move, this.stepFor(move));
    this.redraw();
    await still;
  }

  /** Plays a typed move or obeys a typed command; tells whether it was understood. */
  typed(text: string): boolean {
    this.present();
    const wish = text.trim();
    if (wish.startsWith("/")) return this.obeyTyped(wish.slice(1));
    const general = this.ownTurn.refusal();
    if (general) return this.refuseMove(general, null);
    const reading = readMove(wish, this.labelList, this.legal);
    if ("move" in reading) {
      this.hand.choice = null;
      this.commit(reading.move, false);
      return true;
    }
    const code = reading.code === "illegal_move" ? this.ownTurn.wrongMove(reading.code) : reading.code;
    const moves = this.speech.notations(reading.candidates ?? []);
    return this.refuseMove(code, null, { text: reading.word ?? wish, moves });
  }

  /** Turns the board round. */
  flip(): void {
    this.orientation = this.bottom === "red" ? "black" : "red";
    this.flush();
    this.announce(this.speech.say("flipped", { side: this.sides[this.bottom] }));
  }

  /** Undoes a move that was drawn before the host answered, with the reason for the player. */
  takeBack(reason?: string): void {
    this.flush();
    settleMotion(this.canvas);
    this.pending = null;
    this.position = this.board;
    this.redraw();
    if (reason) this.tell(reason);
  }

  protected override update(changed: ReadonlySet<keyof CheckersProperties>, first: boolean): void {
    const { columns, rows, playable, lastMove, legal } = this.values;
    this.view = new View(columns, rows, playable ?? chequered(columns, rows), this.bottom === "black");
    this.speech = new Speech(messagesOf(this.values), this.sides, this.labelList);
    const news = !first && changed.has("lastMove") ? lastMove : null;
    if (first || changed.has("board")) this.receive(news);
    if (changed.has("board") || changed.has("legal") || changed.has("turn")) {
      this.pending = null;
      this.hinted = false;
    }
    this.drawGround();
    this.redraw();
    if (news) this.tellMove(news);
    if (!first && changed.has("legal") && this.ownTurn.acting && anyCapture(legal)) {
      this.announce(this.speech.say("youMustCapture", { squares: this.speech.labelsOf(this.ownTurn.obliged) }));
    }
  }

  private get bottom(): Side {
    return this.orientation === "auto" ? (this.you ?? "red") : this.orientation;
  }

  private get labelList(): readonly (string | null)[] {
    return this.labels ?? lettered(this.columns, this.rows);
  }

  /** Takes over the host's position; slides the move that led to it when nothing lies between. */
  private receive(move: Move | null): void {
    const known = move === null || sameOutcome(move, this.pending);
    if (!known && sameSides(after(this.position, move), this.board)) void this.slide(move, this.stepFor(move));
    this.position = this.board;
  }

  private drawGround(): void {
    const { theme, scheme, pieces, interactive, entry } = this.values;
    Object.assign(this.root.dataset, { theme, scheme, pieces, interactive });
    this.shape(this.view);
    this.surface.replaceChildren(...drawSquares(this.view), ...drawCoordinates(this.view, this.labelList, this.coordinates));
    this.field.label(this.speech.say("typeMove"));
    if (entry) this.root.append(this.field.element);
    else this.field.element.remove();
  }

  private redraw(): void {
    const { view, position, hand, lastMove } = this;
    this.ownTurn = new Turn({ ...this.values, position, waiting: this.pending !== null });
    hand.keep();
    if (this.gestures.dragging && !hand.choice) this.gestures.stop();
    const { targets, choice } = hand;
    const { captureHints } = this.values;
    const ringed = captureHints === "always" || (captureHints === "after-refusal" && this.hinted) ? this.ownTurn.obliged : [];
    this.pieceLayer.draw(view, position);
    this.trace.replaceChildren(...drawLastMove(view, lastMove));
    this.marks.replaceChildren(...drawObligations(view, choice ? [] : ringed), ...drawChoice(view, position, choice, targets));
    const home = [...this.ownTurn.movable][0] ?? view.row(view.rows - 1)[0] ?? null;
    this.grid.draw(view, this.boardName(), home, (square) => {
      const selected = square === choice?.from;
      const label = this.speech.square(square, position[square], {
        selected,
        movable: this.ownTurn.movable.has(square),
        mustCapture: this.ownTurn.obliged.has(square),
        last: square === lastMove?.from || square === lastMove?.to,
        target: targets.find((target) => target.square === square),
      });
      return { label, selected };
    });
  }

  private boardName(): string {
    const you = this.you && this.speech.say("youPlay", { side: this.sides[this.you] });
    return [this.speech.say("board"), this.variant, you].filter(Boolean).join(", ");
  }

  /** @internal Makes a move: tells the host, and draws it at once unless the host cancels. */
  commit(move: Move, dragged: boolean): void {
    this.notice.hide();
    this.pending = move;
    if (this.emit("move", move, true)) void this.slide(move, dragged ? 0 : this.stepFor(move));
    this.selectionChanged();
  }

  /** @internal Says why a wish is not played. */
  refuseMove(code: RefusalCode, square: number | null, values: Readonly<Record<string, string>> = {}): false {
    const { speech, ownTurn, legal } = this;
    this.hinted ||= code === "must_capture";
    const example = legal[0] ? speech.notation(legal[0]) : "";
    const squares = speech.labelsOf(ownTurn.obliged);
    const message = speech.say(code as "blocked", { square: square === null ? "" : speech.label(square), squares, example, ...values });
    this.refuse({ code, square, message });
    this.redraw();
    return false;
  }

  /** @internal Draws and tells the host that the piece in hand is another one. */
  selectionChanged(): void {
    this.redraw();
    this.emit("select", { square: this.hand.choice?.from ?? null, targets: this.hand.targets });
  }

  /** @internal Gives up a drag; tells whether there was one. */
  stopDragging(): boolean {
    const { dragging } = this.gestures;
    this.gestures.stop();
    return dragging;
  }

  private slide(move: Move, step: number): Promise<void> {
    settleMotion(this.canvas);
    this.position = after(this.position, move);
    return this.pieceLayer.move(this.view, move, step, this.removal);
  }

  private stepFor(move: Move): number {
    return stepTime(this.animation, this.stepDuration, landings(move).length);
  }

  private get snapTime(): number {
    return Math.min(stepTime(this.animation, this.stepDuration, 1), LONGEST_SNAP);
  }

  private tellMove(move: Move): void {
    const side = this.position[move.to]?.player;
    if (side && !sameOutcome(move, this.told)) this.announce(this.speech.move(move, side));
    this.told = move;
  }

  private pressed(event: KeyboardEvent): void {
    const command = commandOf(event, this.shortcuts);
    if (!command) return;
    this.present();
    if (obey(this, command)) event.preventDefault();
  }

  private obeyTyped(name: string): boolean {
    if (name === "moves") this.tell(this.speech.say("movable", { moves: this.speech.notations(this.legal) }));
    else if (TYPED_QUESTIONS[name]) this.tell(answer(this, TYPED_QUESTIONS[name]));
    else this.emit("command", { name });
    return true;
  }

  private drop(drag: Drag): void {
    const stays = this.hand.drop(this.grid.squareUnder(drag.x, drag.y));
    this.pieceLayer.release(stays ? 0 : this.snapTime);
  }

  /** Brings drawing and notices up to date before the player's wish is read. */
  private present(): void {
    this.flush();
    this.notice.hide();
  }

  private offset(drag: Drag): Point {
    const scale = (this.view.columns * UNIT) / this.grid.element.getBoundingClientRect().width;
    return { x: drag.across * scale, y: drag.down * scale - (drag.kind === "touch" ? TOUCH_LIFT : 0) };
  }
}

defineProperties(CheckersBoard.prototype, DEFAULTS, CHECKS);

declare global {
  interface HTMLElementTagNameMap {
    "checkers-board": CheckersBoard;
  }
}
