// <MoveHistory>: the moves so far in the notation of the variant.
import { moveTexts } from "@parlour/sdk";
import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import { useProvided } from "./context.js";
import { useGameState } from "./hooks.js";

/** The look of the list, and its click handler. */
export interface MoveHistoryProps {
  className?: string;
  style?: CSSProperties;
  /** The move that the board shows, counted from 1; the last one by default. */
  current?: number;
  /** Called with a clicked move; without it the moves are no buttons. */
  onSelect?: (ply: number) => void;
}

/** The list of moves, two per line; scrolls to the current one. */
export function MoveHistory({ className = "parlour-moves", current, onSelect, style }: MoveHistoryProps): ReactNode {
  const { messages } = useProvided();
  const state = useGameState();
  const texts = moveTexts(state);
  const shown = current ?? texts.length;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.children[Math.ceil(shown / 2) - 1];
    if (list.current && item instanceof HTMLElement) list.current.scrollTop = item.offsetTop - list.current.offsetTop;
  }, [shown]);
  const move = (ply: number) => {
    const current = ply === shown ? ("step" as const) : undefined;
    const text = texts[ply - 1];
    if (text === undefined) return null;
    if (!onSelect) return <span aria-current={current}>{text}</span>;
    return (
      <button type="button" aria-current={current} onClick={() => onSelect(ply)}>
        {text}
      </button>
    );
  };
  if (!texts.length)
    return (
      <p className={className} style={style}>
        {messages.noMoves}
      </p>
    );
  return (
    <ol ref={list} className={className} style={style} aria-label={messages.moves}>
      {texts.flatMap((_, index) =>
        index % 2
          ? []
          : [
              // biome-ignore lint/suspicious/noArrayIndexKey: a move has no other name than its number
              <li key={index}>
                {move(index + 1)} {move(index + 2)}
              </li>,
            ],
      )}
    </ol>
  );
}
