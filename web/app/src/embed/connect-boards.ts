// Connects board elements with a `token` attribute to the game of that token.
import { createGame, type GameName, type GameOf, type GameState, ParlourError } from "@parlour/sdk";
import { refusalOf } from "../play/refusal.js";
import { retryUntilDone } from "../retry.js";
import { type AnyView, type BoardElement, loadElement, viewOf, views } from "../views.js";
import { messagesBetween } from "./messages.js";

const SELECTOR = views.map(({ tag }) => `${tag}[token]`).join();
const loading = new Set<AnyView>();
const connected = new WeakMap<Element, { token: string; close: () => void }>();

/** Connects every board that has a token, now and after each change of the document; `server` is the origin of the script. */
export function connectBoards(server: string): void {
  const look = (): void => {
    views.filter(({ tag }) => document.querySelector(tag)).forEach(define);
    document.querySelectorAll<BoardElement>(SELECTOR).forEach((board) => follow(board, server));
  };
  const observer = new MutationObserver((changes) => {
    for (const { removedNodes } of changes) removedNodes.forEach(release);
    look();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["token"] });
  look();
}

/** Loads the element of a game once and retries until it succeeds. */
function define(view: AnyView): void {
  if (loading.has(view)) return;
  loading.add(view);
  retryUntilDone(
    () => loadElement(view.game),
    () => {},
  );
}

function follow(board: BoardElement, server: string): void {
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

/** Shows the game on the board and plays its moves; the returned function disconnects them. */
function play(board: BoardElement, game: GameOf<GameName>): () => void {
  const view = viewOf(game.game);
  const seated: { move(play: unknown): Promise<unknown> } = game;
  let before: GameState | null = null;
  const show = (): void => {
    const state: GameState = game.state;
    if (state.roomId !== null) Object.assign(board, view.properties(state));
    for (const { source: _, type, ...detail } of messagesBetween(before, state)) {
      board.dispatchEvent(new CustomEvent(`parlour:${type}`, { detail, bubbles: true }));
    }
    before = state;
  };
  const onMove = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>;
    seated.move(view.play(detail)).catch((error: unknown) => board.takeBack(refusalOf(error)));
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

function release(node: Node): void {
  if (!(node instanceof Element)) return;
  for (const board of [node, ...node.querySelectorAll(SELECTOR)]) {
    if (board.isConnected) continue;
    connected.get(board)?.close();
    connected.delete(board);
  }
}
