// The wire types of each game under one roof, so that the rest of the client is written once for all games.
import type {
  Ack, CheckersClientToServerEvents, CheckersHistoryEntry, CheckersMove, CheckersMoveRequest, CheckersPlayer,
  CheckersVariant, CheckersWish, GameName, Mark, Piece, ServerToClientEvents, TicTacToeHistoryEntry,
  TicTacToeMoveRequest, TicTacToePlayer, TicTacToeVariant,
} from "./types.js";

/** What differs between the games. */
interface Wire {
  checkers: {
    cell: Piece | null;
    player: CheckersPlayer;
    legal: CheckersMove;
    play: CheckersWish;
    entry: CheckersHistoryEntry;
    layout: CheckersVariant;
  };
  tictactoe: {
    cell: Mark | null;
    player: TicTacToePlayer;
    legal: number;
    play: number;
    entry: TicTacToeHistoryEntry;
    layout: TicTacToeVariant;
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
/** Size, squares, notation and rules of a variant. */
export type Layout<G extends GameName> = Wire[G]["layout"];
/** What a server event carries. */
export type Payload<G extends GameName, E extends keyof ServerToClientEvents<G>> =
  ServerToClientEvents<G>[E] extends (payload: infer P) => void ? P : never;

/** Every request of every game; only a move differs from game to game. */
type Requests = Omit<CheckersClientToServerEvents, "game:move"> & {
  "game:move": (
    payload: CheckersMoveRequest | TicTacToeMoveRequest,
    ack: Parameters<CheckersClientToServerEvents["game:move"]>[1],
  ) => void;
};

/** The name of a request. */
export type RequestName = keyof Requests;
/** What a request carries. */
export type Request<E extends RequestName> = Parameters<Requests[E]>[0];
/** How the server answers a request. */
export type Answer<E extends RequestName> = Parameters<Parameters<Requests[E]>[1]>[0];
/** The server said no, and changed nothing. */
export type Refused = Extract<Ack<unknown>, { ok: false }>;
