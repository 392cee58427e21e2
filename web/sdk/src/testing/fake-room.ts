// One scripted room that speaks the protocol to one client.
import { type GameWire, wireOf } from "../game-wire.js";
import type { Ack, GameName, HandshakeOptions, Refusal, RoomSummary } from "../types.js";
import type { Cell, Entry, Legal, MoveMade } from "../wire.js";
import { fakeOf, type GameFake } from "./game-fake.js";
import type { Script, ScriptedEnd } from "./script.js";

/** Sends an event to the client. */
export type Send = (event: string, payload: unknown) => void;

/** Answers a request. */
export type Reply = (answer: Ack<Record<string, unknown>>) => void;

/** A scripted room with its server and opponent. */
export class FakeRoom<G extends GameName> {
  /** Every request of the client, oldest first. */
  readonly received: { event: string; payload: Record<string, unknown> }[] = [];
  /** Refusals by event; the next request of that event gets it. */
  readonly refusals = new Map<string, Refusal>();
  readonly opponentId = "opponent";
  youId = "you";
  roomId = "room_1";
  reconnectToken = "secret-1";
  seq = 0;
  board: Cell<G>[];
  history: Entry<G>[] = [];
  over: ScriptedEnd | null = null;
  readonly #fake: GameFake<G>;
  readonly #wire: GameWire<G>;
  #started = false;
  #send: Send = () => {};
  #asked: HandshakeOptions = {};
  #replies: NonNullable<Script<G>["replies"]>;
  #seat: 0 | 1;

  constructor(readonly script: Script<G>) {
    this.#fake = fakeOf(script.game);
    this.#wire = wireOf(script.game);
    this.board = script.board ?? this.#fake.start();
    this.#replies = [...(script.replies ?? [])];
    this.#seat = script.seat ?? 0;
  }

  /** Sets the client's connection and the options of its handshake. */
  attach(send: Send, asked: HandshakeOptions = {}): void {
    this.#send = send;
    this.#asked = asked;
  }

  /** Handles one request of the client. */
  receive(event: string, payload: Record<string, unknown>, reply: Reply = () => {}): void {
    this.received.push({ event, payload });
    const refusal = this.refusals.get(event);
    this.refusals.delete(event);
    if (refusal) return reply({ ok: false, ...refusal });
    switch (event) {
      case "matchmaking:join":
        return this.#join(payload, reply);
      case "game:reconnect":
        return this.#reconnect(payload, reply);
      case "game:spectate":
        return this.#spectate(reply);
      case "game:get_moves":
        return reply({ ok: true, position: null, moves: this.#scripted() ?? [] });
      case "game:move":
        return this.#move(payload, reply);
      case "game:resign":
        return this.#resign(reply);
      case "game:rematch":
        return this.#rematch(reply);
      case "game:draw:accept":
        reply({ ok: true });
        return this.end({ winner: null, reason: "draw" });
      default:
        return reply({ ok: true });
    }
  }

  /** The room as the lobby lists it. */
  summary(): RoomSummary {
    const { players, variant } = this.#position();
    return { roomId: this.roomId, players, moveCount: this.history.length, variant };
  }

  /** Sends an event with the next sequence number. */
  broadcast(event: string, payload: object): void {
    this.#send(event, { roomId: this.roomId, seq: ++this.seq, ...payload });
  }

  /** Sends an event unchanged. */
  tell(event: string, payload: unknown): void {
    this.#send(event, payload);
  }

  /** Makes a move of the opponent. */
  play(play: Legal<G>): void {
    this.#make(play, this.opponentId);
  }

  /** Ends the game. */
  end(end: ScriptedEnd): void {
    this.over = end;
    this.broadcast("game:over", this.#result(end));
  }

  #join({ playerId }: Record<string, unknown>, reply: Reply): void {
    if (typeof playerId === "string") this.youId = playerId;
    reply({ ok: true });
    this.#started = true;
    this.broadcast("game:started", this.#position());
    if (this.#seat === 1) this.#answer();
  }

  #reconnect({ playerId, reconnectToken }: Record<string, unknown>, reply: Reply): void {
    if (!this.#started) return reply({ ok: false, error: "there is no game to come back to", code: "nothing_to_reconnect" });
    if (playerId !== this.youId || reconnectToken !== this.reconnectToken) {
      return reply({ ok: false, error: "this is not your seat", code: "not_your_seat" });
    }
    reply({ ok: true });
    this.#send("game:reconnected", { roomId: this.roomId, seq: this.seq, ...this.#position(), moveHistory: this.history });
    this.#tellEnd();
  }

  #spectate(reply: Reply): void {
    reply({ ok: true });
    const { playerId: _, reconnectToken: __, ...position } = this.#position();
    this.#send("game:spectate:joined", { roomId: this.roomId, seq: this.seq, ...position, moveHistory: this.history });
    this.#tellEnd();
  }

  #move(payload: Record<string, unknown>, reply: Reply): void {
    const { ply } = payload;
    const play = this.#fake.read(payload);
    if (typeof ply === "number" && ply < this.history.length) {
      const made = this.history[ply];
      const repeated = made !== undefined && this.#wire.isSame(made, play);
      return reply(repeated ? { ok: true } : { ok: false, error: "the game went on", code: "stale_ply" });
    }
    if (this.over) return reply({ ok: false, error: "the game is over", code: "game_over" });
    if (this.#turn() !== this.#seat) return reply({ ok: false, error: "it is not your turn", code: "not_your_turn" });
    const full = this.#fake.complete(play, this.board, this.script.legal && (this.#scripted() ?? []));
    if (full === null) return reply({ ok: false, error: "that is not legal here", code: "illegal_move" });
    this.#make(full, this.youId);
    reply({ ok: true });
    this.#answer();
  }

  #resign(reply: Reply): void {
    reply({ ok: true });
    this.end({ winner: "opponent", reason: "resignation" });
  }

  #rematch(reply: Reply): void {
    reply({ ok: true });
    this.roomId = `${this.roomId}+`;
    this.reconnectToken = `${this.reconnectToken}+`;
    this.seq = 0;
    this.board = this.script.board ?? this.#fake.start();
    this.history = [];
    this.over = null;
    this.#seat = this.#seat === 0 ? 1 : 0;
    this.broadcast("game:started", this.#position());
  }

  #answer(): void {
    const next = this.over ? undefined : this.#replies.shift();
    if (next === undefined) return;
    if (typeof next === "object" && "end" in next) this.end(next.end);
    else this.play(next as Legal<G>);
  }

  #make(play: Legal<G>, playerId: string): void {
    const { board, made } = this.#fake.make(this.board, play, this.#fake.sides[this.#turn()].wire);
    const timestamp = Date.now();
    this.board = board;
    this.history = [...this.history, this.#wire.entry(made as MoveMade<G>, playerId, timestamp)];
    const when = this.#asked.moveHistory === false ? { timestamp } : { moveHistory: this.history };
    this.broadcast("game:move:made", { ...made, board, currentTurn: this.#turn(), ...when, ...this.#legalMoves() });
  }

  #position() {
    const { sideField, sides, variant } = this.#fake;
    const player = (seat: 0 | 1) => {
      const id = seat === this.#seat ? this.youId : this.opponentId;
      return { id, username: id, displayName: id, isBot: false, connected: true, [sideField]: sides[seat].wire };
    };
    return {
      playerId: this.youId,
      players: [player(0), player(1)],
      board: this.board,
      currentTurn: this.#turn(),
      afkTimeoutEnabled: true,
      afkTimeoutSeconds: 90,
      afkWarnSeconds: 30,
      variant: this.script.variant ?? variant,
      reconnectToken: this.reconnectToken,
      ...this.#legalMoves(),
      [sideField]: sides[this.#seat].wire,
    };
  }

  #turn(): 0 | 1 {
    return (this.history.length % 2) as 0 | 1;
  }

  /** The scripted legal moves of your current turn, if the script has them. */
  #scripted(): Legal<G>[] | undefined {
    return this.script.legal?.[this.history.filter(({ playerId }) => playerId === this.youId).length];
  }

  /** The field `legalMoves` if the client requested it; the script has no legal moves of the opponent. */
  #legalMoves() {
    if (!this.#asked.legalMoves) return {};
    const legalMoves = this.#wire.legalOn?.(this.board) ?? (this.#turn() === this.#seat ? this.#scripted() : undefined);
    return legalMoves && { legalMoves };
  }

  #tellEnd(): void {
    if (this.over) this.#send("game:over", { roomId: this.roomId, seq: this.seq, ...this.#result(this.over) });
  }

  #result({ winner, ...end }: ScriptedEnd) {
    return { winner: winner && (winner === "you" ? this.youId : this.opponentId), winningLine: null, ...end };
  }
}
