// The message types by game, so that the rest of the client is generic.
import type { Ack, ClientToServerEvents, GameEntry, GameName, Refusal, ServerToClientEvents } from "./types.js";

/** The types that differ between games, derived from their messages. */
type Messages = {
  [G in GameName]: {
    cell: Item<Field<Payload<G, "game:started">, "board">>;
    player: Item<Field<Payload<G, "game:started">, "players">>;
    legal: Item<Field<Payload<G, "game:started">, "legalMoves">>;
    request: MoveFields<G>;
    play: MoveFields<G>[keyof MoveFields<G>];
    made: Payload<G, "game:move:made">;
    entry: Item<Field<Payload<G, "game:reconnected">, "moveHistory">>;
    over: Payload<G, "game:over">;
    layout: Item<Field<Extract<GameEntry, { game: G }>, "variants">>;
  };
};

/** The same as an interface, so that `Wire[G]` has the fields that all games have. */
interface Wire extends Messages {}

/** One square of a board; `null` is empty. */
export type Cell<G extends GameName> = Wire[G]["cell"];
/** One of the two players. */
export type PlayerOf<G extends GameName> = Wire[G]["player"];
/** A legal move of the side to move. */
export type Legal<G extends GameName> = Wire[G]["legal"];
/** A move to request: the part of `game:move` besides room, player and ply. */
export type Play<G extends GameName> = Wire[G]["play"];
/** One entry of the move history. */
export type Entry<G extends GameName> = Wire[G]["entry"];
/** Size, squares, notation and rules of a variant. */
export type Layout<G extends GameName> = Wire[G]["layout"];
/** The payload of a server event. */
export type Payload<G extends GameName, E extends keyof ServerToClientEvents<G>> = ServerToClientEvents<G>[E] extends (payload: infer P) => void ? P : never;
/** The fields of `game:move` that contain the move. */
export type MoveRequest<G extends GameName> = Wire[G]["request"];
/** The payload of `game:move:made`. */
export type MoveMade<G extends GameName> = Wire[G]["made"];
/** The payload of `game:over`. */
export type GameOver<G extends GameName> = Wire[G]["over"];
/** A legal move that the server returns if a request matches more than one. */
export type Candidate = Extract<NonNullable<Refusal["candidates"]>[number], object>;

/** The name of a request of any game. */
export type RequestName = { [G in GameName]: keyof ClientToServerEvents<G> }[GameName];
/** The payload of a request. */
export type Request<E extends RequestName> = { [G in GameName]: Parameters<Handler<G, E>>[0] }[GameName];
/** The answer to a request. */
export type Answer<E extends RequestName> = { [G in GameName]: Parameters<Parameters<Handler<G, E>>[1]>[0] }[GameName];
/** A refusal; the server has changed nothing. */
export type Refused = Extract<Ack<unknown>, { ok: false }>;

type Handler<G extends GameName, E extends RequestName> =
  ClientToServerEvents<G> extends { [K in E]: infer F extends (payload: never, ack: (answer: unknown) => void) => void } ? F : never;
type MoveFields<G extends GameName> = Omit<Parameters<Handler<G, "game:move">>[0], "roomId" | "playerId" | "ply">;
type Field<T, K extends string> = T extends { [P in K]?: infer V } ? V : never;
type Item<T> = T extends readonly (infer V)[] ? V : never;
