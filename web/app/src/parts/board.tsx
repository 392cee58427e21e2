// The board element of a game with its properties, at the present or at an earlier move.
import type { CheckersBoard, CheckersProperties, Move } from "@parlour/board/checkers";
import type { TicTacToeBoard } from "@parlour/board/tictactoe";
import type { CheckersVariant, GameName, GameState, Play } from "@parlour/sdk";
import type { ComponentChild, HTMLAttributes } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isBusy, keepTrying } from "../again.js";
import { language, say } from "../language/language.js";
import type { Position } from "../play/positions.js";
import { checkersProperties, laidOut, tictactoeProperties, wireMove } from "../play/shown.js";
import { refusalOf } from "../play/words.js";
import { settings } from "../settings.js";
import { useValue } from "../value.js";
import { type Held, useListener, useProperties } from "./element.js";

/** Either of the board elements. */
export type BoardElement = CheckersBoard | TicTacToeBoard;

/** A move as the server wants it. */
export type AnyPlay = Play<"checkers"> | Play<"tictactoe">;

interface GameBoardProps {
  state: GameState;
  /** Whether both sides are played on this screen. */
  shared: boolean;
  /** The number of moves of an earlier position, or `null` for the present. */
  ply: number | null;
  /** The boards of a game of checkers, the start first. */
  positions: readonly Position[];
  element: Held<BoardElement>;
  onMove: (play: AnyPlay) => Promise<unknown>;
  onCommand: (name: string) => void;
}

const DEFINITIONS: Record<GameName, () => Promise<unknown>> = {
  checkers: () => import("@parlour/board/checkers"),
  tictactoe: () => import("@parlour/board/tictactoe"),
};

/** Fetches a board element, if it is not there yet, and tries until it is; gives what stops that. */
export function fetchBoard(game: GameName, tell?: (problem: unknown) => void): () => void {
  return keepTrying(DEFINITIONS[game], () => {}, tell);
}

/** The board of a game; a move that the server refuses is taken back with the reason. */
export function GameBoard({ element, onCommand, onMove, ply, positions, shared, state }: GameBoardProps): ComponentChild {
  const look = useLook();
  const help = useHelp();
  const shown = state.game === "checkers"
    ? { ...checkersProperties(state, { ply, shared }, positions), ...help }
    : { ...tictactoeProperties(state, { ply, shared }), coordinates: help.coordinates === "off" ? "off" : "auto" };
  useProperties(element, { ...look, ...shown });
  useListener<Move & { position: number }>(element, "move", (move) => {
    const play = state.game === "checkers" ? wireMove(move) : move.position;
    onMove(play).catch((error: unknown) => element.current?.takeBack(refusalOf(error)));
  });
  useListener<{ name: string }>(element, "command", ({ name }) => onCommand(name));
  const problem = useBoard(state.game);
  return (
    <>
      {problem}
      {state.game === "checkers"
        ? <checkers-board ref={element as Held<CheckersBoard>} />
        : <tictactoe-board ref={element as Held<TicTacToeBoard>} />}
    </>
  );
}

interface SmallBoardProps {
  game: GameName;
  board: readonly unknown[];
  layout: CheckersVariant | null;
}

/** A picture of a position; the words beside it say the same to those who cannot see it. */
export function SmallBoard({ board, game, layout }: SmallBoardProps): ComponentChild {
  const element = useRef<BoardElement>(null);
  const { scheme, theme } = useLook();
  const still = { board, interactive: false, shortcuts: false, animation: "off", coordinates: "off", scheme, theme };
  useProperties(element, { ...still, ...(layout && laidOut(layout)) });
  useEffect(() => fetchBoard(game), [game]);
  return (
    <div class="small-board" data-first={layout?.sides[0].name.toLowerCase()} aria-hidden="true" inert>
      {game === "checkers"
        ? <checkers-board ref={element as Held<CheckersBoard>} />
        : <tictactoe-board ref={element as Held<TicTacToeBoard>} />}
    </div>
  );
}

interface StudyBoardProps {
  board: Position;
  lastMove: Move | null;
  layout: CheckersVariant;
  element: Held<BoardElement>;
}

/** A board to look at in peace: with coordinates, and read by screen readers. */
export function StudyBoard({ board, element, lastMove, layout }: StudyBoardProps): ComponentChild {
  const look = useLook();
  const { coordinates } = useHelp();
  useProperties(element, { ...look, ...laidOut(layout), board, lastMove, coordinates, interactive: false, messages: language.get().checkers });
  const problem = useBoard("checkers");
  return <>{problem}<checkers-board ref={element as Held<CheckersBoard>} /></>;
}

/** Fetches a board element; gives what to say as long as it cannot be had. */
function useBoard(game: GameName): ComponentChild {
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => fetchBoard(game, setProblem), [game]);
  return problem !== null && <p class="banner warn" role="alert">{say(isBusy(problem) ? "busy" : "unreachable")}. {say("retrying")}</p>;
}

/** What the settings say about coordinates and hints. */
function useHelp(): Pick<CheckersProperties, "coordinates" | "captureHints"> {
  const { coordinates, hints } = useValue(settings);
  return { coordinates, captureHints: hints };
}

/** What the settings say about any board. */
function useLook(): Pick<CheckersProperties, "theme" | "scheme" | "animation"> {
  const { animation, board, theme } = useValue(settings);
  return {
    theme: theme === "contrast" ? "contrast" : board,
    scheme: theme === "light" || theme === "dark" ? theme : "auto",
    animation,
  };
}

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "checkers-board": HTMLAttributes<CheckersBoard>;
      "tictactoe-board": HTMLAttributes<TicTacToeBoard>;
    }
  }
}
