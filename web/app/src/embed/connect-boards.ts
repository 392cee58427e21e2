// Board elements with a `token` attribute play the game of that token.
import type { CheckersBoard, Move } from "@parlour/board/checkers";
import type { TicTacToeBoard } from "@parlour/board/tictactoe";
import { createGame, type GameName, type GameOf, type GameState, ParlourError } from "@parlour/sdk";
import { checkersProperties, tictactoeProperties, wireMove } from "../play/shown.js";
import { refusalOf } from "../play/words.js";
import { messagesBetween } from "./messages.js";

type Board = CheckersBoard | TicTacToeBoard;

const SELECTOR = "checkers-board[token], tictactoe-board[token]";
const connected = new WeakMap<Element, { token: string; close: () => void }>();

/** Connects every board with a token, now and whenever one comes or goes; `server` is where the script came from. */
export function connectBoards(server: string): void {
  const look = (): void => document.querySelectorAll<Board>(SELECTOR).forEach((board) => follow(board, server));
  const observer = new MutationObserver((changes) => {
    for (const { removedNodes } of changes) removedNodes.forEach(release);
    look();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["token"] });
  look();
}

function follow(board: Board, server: string): void {
  const token = board.getAttribute("token") ?? "";
  const known = connected.get(board);
  if (known?.token === token) return;
  known?.close();
  connected.set(board, { token, close: () => {} });
  try {
    connected.set(board, { token, close: play(board, createGame({ server: board.getAttribute("server") ?? server, token })) });
  } catch (error) {
    if (!(error instanceof ParlourError)) throw error;
    board.dispatchEvent(new CustomEvent("parlour:error", { detail: { code: error.code, message: error.message, hint: error.hint }, bubbles: true }));
  }
}

/** Shows the game on the board and plays its moves; gives what ends that. */
function play(board: Board, game: GameOf<GameName>): () => void {
  let before: GameState | null = null;
  const show = (): void => {
    const state = game.state as GameState;
    if (state.roomId !== null) Object.assign(board, propertiesOf(state));
    for (const { source: _, type, ...detail } of messagesBetween(before, state)) {
      board.dispatchEvent(new CustomEvent(`parlour:${type}`, { detail, bubbles: true }));
    }
    before = state;
  };
  const onMove = (event: Event): void => {
    const { detail } = event as CustomEvent<Move & { position: number }>;
    const sent = game.game === "checkers" ? game.move(wireMove(detail)) : game.move(detail.position);
    sent.catch((error: unknown) => board.takeBack(refusalOf(error)));
  };
  board.addEventListener("move", onMove);
  const stop = game.subscribe(show);
  game.open();
  return () => {
    stop();
    board.removeEventListener("move", onMove);
    game.close();
  };
}

function propertiesOf(state: GameState): object {
  const now = { shared: false, ply: null };
  return state.game === "checkers" ? checkersProperties(state, now, []) : tictactoeProperties(state, now);
}

function release(node: Node): void {
  if (!(node instanceof Element)) return;
  for (const board of [node, ...node.querySelectorAll(SELECTOR)]) {
    if (board.isConnected) continue;
    connected.get(board)?.close();
    connected.delete(board);
  }
}
