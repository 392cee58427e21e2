// <MoveHistory>: the moves so far in the notation of the variant.
import { type GameState, moveText } from "@parlour/sdk";
import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import { useProvided } from "./context.js";
import { useGameState } from "./hooks.js";

/** How the list looks, and what a click on a move does. */
export interface MoveHistoryProps {
  className?: string;
  style?: CSSProperties;
  /** The move that is shown on the board, counted from 1; the last one if left out. */
  current?: number;
  /** Makes each move a button. */
  onSelect?: (ply: number) => void;
}

/** The list of moves; it follows the last one. */
export function MoveHistory({ className = "parlour-moves", current, onSelect, style }: MoveHistoryProps): ReactNode {
  const { messages } = useProvided();
  const state = useGameState();
  const texts = moveTexts(state);
  const shown = current ?? texts.length;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.children[shown - 1];
    if (list.current && item instanceof HTMLElement) list.current.scrollTop = item.offsetTop - list.current.offsetTop;
  }, [shown]);
  if (!texts.length) return <p className={className} style={style}>{messages.noMoves}</p>;
  return (
    <ol ref={list} className={className} style={style} aria-label={messages.moves}>
      {texts.map((text, index) => (
        <li key={index} aria-current={index + 1 === shown ? "step" : undefined}>
          {onSelect ? <button type="button" onClick={() => onSelect(index + 1)}>{text}</button> : text}
        </li>
      ))}
    </ol>
  );
}

function moveTexts({ game, history, layout }: GameState): string[] {
  if (game === "checkers") return history.map(({ move }) => moveText(move, layout?.labels ?? []));
  return history.map(({ mark, position }) => `${mark} ${layout?.labels[position] ?? position}`);
}
