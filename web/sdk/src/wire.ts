// The wire types of each game under one roof, so that the rest of the client is written once for all games.
import type {
  CheckersHistoryEntry, CheckersMove, CheckersPlayer, CheckersServerToClientEvents, GameName, Mark, Piece,
  TicTacToeHistoryEntry, TicTacToePlayer, TicTacToeServerToClientEvents,
} from "./types.js";

/** What differs between the games. */
export interface Wire {
  checkers: {
    cell: Piece | null;
    player: CheckersPlayer;
    /** A move as the server lists it. */
    legal: CheckersMove;
    /** A move as a client may ask for it; `captures` and `path` are needed only where squares fit several moves. */
    play: Pick<CheckersMove, "from" | "to"> & Partial<CheckersMove>;
    entry: CheckersHistoryEntry;
    events: CheckersServerToClientEvents;
  };
  tictactoe: {
    cell: Mark | null;
    player: TicTacToePlayer;
    legal: number;
    play: number;
    entry: TicTacToeHistoryEntry;
    events: TicTacToeServerToClientEvents;
  };
}

/** One square of a board; `null` is empty. */
export type Cell<G extends GameName> = Wire[G]["cell"];
/** One of the two players. */
export type PlayerOf<G extends GameName> = Wire[G]["player"];
/** A legal move of the side to move. */
export type Legal<G extends GameName> = Wire[G]["legal"];
/** A move to ask for: squares in checkers, a cell in tic-tac-toe. */
export type Play<G extends GameName> = Wire[G]["play"];
/** One line of the move history. */
export type Entry<G extends GameName> = Wire[G]["entry"];
/** The events that the server sends, by name. */
export type ServerEvents<G extends GameName> = Wire[G]["events"];
/** What a server event carries. */
export type Payload<G extends GameName, E extends keyof ServerEvents<G>> =
  ServerEvents<G>[E] extends (payload: infer P) => void ? P : never;

/** An answer of the server to one request. */
export type Answer<T = object> = ({ ok: true } & T) | Refusal;

/** The server said no, and changed nothing. */
export interface Refusal {
  ok: false;
  error: string;
  code: string;
  hint?: string;
  candidates?: unknown[];
}
