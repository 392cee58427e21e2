// What both boards have in common: the element in its frame, and moves that go to the game.
import type { Refusal } from "@parlour/board";
import { type GameName, type GameOf, type GameState, ParlourError } from "@parlour/sdk";
import {
  createElement, type CSSProperties, type ReactNode, type Ref, useContext, useImperativeHandle, useRef, useSyncExternalStore,
} from "react";
import { ProviderContext } from "./context.js";
import { useListener, useProperties } from "./element.js";

/** The props that both boards take besides those of their element. */
export interface FrameProps<Move, Board> {
  /** Called with the player's move. Without it the move is played in the game of the provider. */
  onMove?: ((move: Move) => void) | undefined;
  /** Called when the board, or the server, says why a move is not played. */
  onRefusal?: ((refusal: Refusal | ParlourError) => void) | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** The element itself, for `flip()`, `typed()` and the like. */
  boardRef?: Ref<Board> | undefined;
}

/** Any of the board elements. */
interface BoardElement extends HTMLElement {
  takeBack(reason?: string): void;
}

interface FrameOptions<Move, Board> {
  tag: string;
  /** Keeps the place before the element has drawn itself. */
  ratio: number;
  properties: object;
  frame: FrameProps<Move, Board>;
  play: (move: Move) => Promise<unknown> | undefined;
}

const unchanging = () => () => {};

/** The state of the provider above, if there is one. */
export function useOptionalState(): { game: GameOf<GameName> | null; state: GameState | null } {
  const provided = useContext(ProviderContext);
  const game = provided?.game ?? null;
  const state = useSyncExternalStore(game?.subscribe ?? unchanging, () => game?.state ?? null, () => provided?.initial ?? null);
  return { game, state };
}

/** The element with its properties; a move that the server refuses is taken back with the reason. */
export function useBoard<Move, Board extends BoardElement>(options: FrameOptions<Move, Board>): ReactNode {
  const { frame, play, properties, ratio, tag } = options;
  const element = useRef<Board>(null);
  useImperativeHandle(frame.boardRef, () => element.current as Board, []);
  useProperties(element, properties);
  useListener<Board, Refusal>(element, "refusal", ({ detail }) => frame.onRefusal?.(detail));
  useListener<Board, Move>(element, "move", ({ detail }) => {
    if (frame.onMove) return frame.onMove(detail);
    play(detail)?.catch((error: unknown) => {
      if (!(error instanceof ParlourError)) throw error;
      element.current?.takeBack(error.hint ? `${sentence(error.message)} ${error.hint}` : sentence(error.message));
      frame.onRefusal?.(error);
    });
  });
  const style = { display: "block", aspectRatio: String(ratio), ...frame.style };
  const name = frame.className;
  // React 18 writes `class`, not `className`, on custom elements.
  return createElement(tag, { ref: element, style, ...(name !== undefined && { class: name }) });
}

/** The server's words start small and end without a stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
