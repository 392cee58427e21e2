// The board element of a game with its properties, at the present or at an earlier move.
import type { CheckersBoard, CheckersProperties, Move } from "@parlour/board/checkers";
import type { TicTacToeBoard, TicTacToeProperties } from "@parlour/board/tictactoe";
import type { CheckersVariant, GameName, GameState, Play, RoomState } from "@parlour/sdk";
import type { ComponentChild, HTMLAttributes } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { language } from "../language/language.js";
import { cellsOf, type Position } from "../play/positions.js";
import { refusalOf, sideName, variantName } from "../play/words.js";
import { type Settings, settings } from "../settings.js";
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

/** Fetches a board element, if it is not there yet. */
export function fetchBoard(game: GameName): void {
  void DEFINITIONS[game]();
}

/** The board of a game; a move that the server refuses is taken back with the reason. */
export function GameBoard({ element, onCommand, onMove, ply, positions, shared, state }: GameBoardProps): ComponentChild {
  const look = useLook();
  const shown = state.game === "checkers" ? checkers(state, shared, ply, positions) : tictactoe(state, shared, ply);
  useProperties(element, { ...look, ...shown });
  useListener<Move & { position: number }>(element, "move", (move) => {
    const play = state.game === "checkers" ? wireMove(move) : move.position;
    onMove(play).catch((error: unknown) => element.current?.takeBack(refusalOf(error)));
  });
  useListener<{ name: string }>(element, "command", ({ name }) => onCommand(name));
  useEffect(() => fetchBoard(state.game), [state.game]);
  return state.game === "checkers"
    ? <checkers-board ref={element as Held<CheckersBoard>} />
    : <tictactoe-board ref={element as Held<TicTacToeBoard>} />;
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
  const still = { board, interactive: false, shortcuts: false, animation: "off", scheme, theme };
  useProperties(element, { ...still, ...(layout && { ...laidOut(layout), coordinates: "off" }) });
  useEffect(() => fetchBoard(game), [game]);
  return (
    <div class="small-board" aria-hidden="true" inert>
      {game === "checkers"
        ? <checkers-board ref={element as Held<CheckersBoard>} />
        : <tictactoe-board ref={element as Held<TicTacToeBoard>} />}
    </div>
  );
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

function checkers(
  state: RoomState<"checkers">, shared: boolean, ply: number | null, positions: readonly Position[],
): Partial<CheckersProperties> {
  const { board, connection, history, layout, legal, phase, players, seat, turn } = state;
  const present = ply === null;
  const side = Math.sqrt(board.length) || 8;
  const { coordinates, hints }: Settings = settings.get();
  return {
    board: present ? board : (positions[ply] ?? board),
    legal: present ? legal : [],
    turn: present && phase === "playing" ? (players[turn]?.color ?? null) : null,
    you: seat === null || shared ? null : (players[seat]?.color ?? null),
    interactive: present && seat !== null && connection !== "taken-over",
    lastMove: (present ? history.at(-1) : history[ply - 1])?.move ?? null,
    captureHints: hints,
    messages: language.get().checkers,
    ...(layout ? laidOut(layout) : { columns: side, rows: side }),
    coordinates,
  };
}

function tictactoe(state: RoomState<"tictactoe">, shared: boolean, ply: number | null): Partial<TicTacToeProperties> {
  const { board, connection, history, phase, players, result, seat, turn } = state;
  const present = ply === null;
  return {
    board: present ? board : (cellsOf(state)[ply] ?? board),
    turn: present && phase === "playing" ? (players[turn]?.mark ?? null) : null,
    you: seat === null || shared ? null : (players[seat]?.mark ?? null),
    interactive: present && seat !== null && connection !== "taken-over",
    lastMove: (present ? history.at(-1) : history[ply - 1])?.position ?? null,
    winningLine: present ? (result?.winningLine ?? null) : null,
    messages: language.get().tictactoe,
  };
}

const PIECES = new Set<string>(["red-black", "red-white", "white-black", "black-white"]);

/** The shape and the names of a variant; the element compares lists by identity, so the layout's own are given. */
function laidOut({ columns, labels, name, playable, removal, rows, sides, variant }: CheckersVariant): Partial<CheckersProperties> {
  const [first, second] = sides;
  const pieces = `${first.name}-${second.name}`.toLowerCase();
  return {
    columns, rows, playable, labels, removal,
    variant: variantName(variant, name),
    sides: sidesOf(first.name, second.name),
    ...(PIECES.has(pieces) && { pieces: pieces as CheckersProperties["pieces"] }),
  };
}

const knownSides = new Map<string, CheckersProperties["sides"]>();

function sidesOf(first: string, second: string): CheckersProperties["sides"] {
  const sides = { red: sideName(first), black: sideName(second) };
  const key = `${sides.red}/${sides.black}`;
  knownSides.set(key, knownSides.get(key) ?? sides);
  return knownSides.get(key) ?? sides;
}

function wireMove({ captures, from, path, to }: Move): Play<"checkers"> {
  return { from, to, ...(captures && { captures: [...captures] }), ...(path && { path: [...path] }) };
}

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "checkers-board": HTMLAttributes<CheckersBoard>;
      "tictactoe-board": HTMLAttributes<TicTacToeBoard>;
    }
  }
}
