// The hook of all boards: renders the element, sets its properties from the game, and plays its moves.
import type { Refusal } from "@parlour/board";
import { type Game, type GameName, type GameOf, ParlourError, type RoomState } from "@parlour/sdk";
import { type CSSProperties, createElement, type ReactNode, type Ref, useContext, useImperativeHandle, useRef, useSyncExternalStore } from "react";
import type { GameView } from "../../games/view.js";
import { ProviderContext } from "./context.js";
import { useListener, useProperties } from "./element.js";

/** The props that all boards take besides those of their element. */
export interface FrameProps<Move, Board> {
  /** Called with the player's move. Without it the move is played in the game of the provider. */
  onMove?: ((move: Move) => void) | undefined;
  /** Called when the board or the server refuses a move. */
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

const subscribeToNothing = () => () => {};

/** The state of the provider above, if there is one. */
function useOptionalState(): { game: GameOf<GameName> | null; state: RoomState<GameName> | null } {
  const provided = useContext(ProviderContext);
  const game = provided?.game ?? null;
  const state = useSyncExternalStore(
    game?.subscribe ?? subscribeToNothing,
    () => game?.state ?? null,
    () => provided?.initial ?? null,
  );
  return { game, state };
}

/** Renders the element of a game; props override the game's properties, and a refused move is taken back with the reason. */
export function useGameBoard<G extends GameName, Properties extends object, Move, Board extends BoardElement>(
  view: GameView<G, Properties, Move>,
  { boardRef, className, onMove, onRefusal, style, ...own }: Partial<Properties> & FrameProps<Move, Board>,
): ReactNode {
  const { game, state } = useOptionalState();
  const shown = state && isStateOf(state, view.game) && state.roomId !== null ? view.properties(state) : {};
  const properties = { ...shown, ...own } as Partial<Properties>;
  const element = useRef<Board>(null);
  useImperativeHandle(boardRef, () => element.current as Board, []);
  useProperties(element, properties);
  useListener<Board, Refusal>(element, "refusal", ({ detail }) => onRefusal?.(detail));
  useListener<Board, Move>(element, "move", ({ detail }) => {
    if (onMove) return onMove(detail);
    if (!game || !isGameOf(game, view.game)) return;
    game.move(view.play(detail)).catch((error: unknown) => {
      if (!(error instanceof ParlourError)) throw error;
      element.current?.takeBack(error.hint ? `${sentence(error.message)} ${error.hint}` : sentence(error.message));
      onRefusal?.(error);
    });
  });
  // React 18 sets `className` on custom elements as is, so `class` is needed.
  return createElement(view.tag, {
    ref: element,
    style: { display: "block", aspectRatio: String(view.ratio(properties)), ...style },
    ...(className !== undefined && { class: className }),
  });
}

function isStateOf<G extends GameName>(state: RoomState<GameName>, game: G): state is RoomState<G> {
  return state.game === game;
}

function isGameOf<G extends GameName>(game: { readonly game: GameName }, name: G): game is Game<G> {
  return game.game === name;
}

/** Server messages start in lower case and end without a full stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
