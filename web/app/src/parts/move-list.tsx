// The list of moves, with buttons and arrow keys to step through them.
import type { ComponentChild } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { translate } from "../language/language.js";
import { Icon, type IconName } from "./icon.js";

interface MoveListProps {
  moves: readonly string[];
  /** How many moves the board shows. */
  ply: number;
  onSelect: (ply: number) => void;
  /** What is shown before the first move. */
  empty?: ComponentChild;
}

/** Two moves per line; the move that the board shows is always in sight: the list scrolls inside itself, also when its size changes. */
export function MoveList({ empty, moves, onSelect, ply }: MoveListProps): ComponentChild {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const node = list.current;
    if (!node) return;
    const observer = new ResizeObserver(() => scrollToMove(node, ply));
    observer.observe(node);
    scrollToMove(node, ply);
    return () => observer.disconnect();
  }, [ply, moves.length]);
  return (
    <section class="moves" aria-label={translate("moves")}>
      {moves.length === 0 && (empty ?? <p class="muted moves-none">{translate("noMoves")}</p>)}
      {moves.length > 0 && (
        <ol ref={list} class="move-list" tabIndex={-1}>
          {moves.flatMap((_, index) =>
            index % 2
              ? []
              : [
                  <li key={index}>
                    <span class="move-number" aria-hidden="true">
                      {index / 2 + 1}.
                    </span>
                    {[index, index + 1].map(
                      (at) =>
                        moves[at] !== undefined && (
                          <button
                            key={at}
                            type="button"
                            class="move"
                            dir="ltr"
                            aria-current={at + 1 === ply ? "step" : undefined}
                            onClick={() => onSelect(at + 1)}
                          >
                            {moves[at]}
                          </button>
                        ),
                    )}
                  </li>,
                ],
          )}
        </ol>
      )}
      <Steps ply={ply} last={moves.length} onSelect={onSelect} />
    </section>
  );
}

/** Scrolls the list, and nothing around it, until a move is in its middle. */
function scrollToMove(list: HTMLElement, ply: number): void {
  const item = list.children[Math.max(0, Math.ceil(ply / 2) - 1)];
  if (!item) return;
  const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}

interface StepsProps {
  ply: number;
  last: number;
  onSelect: (ply: number) => void;
}

function Steps({ last, onSelect, ply }: StepsProps): ComponentChild {
  const steps: [IconName, "firstMove" | "previousMove" | "nextMove" | "lastMove", number][] = [
    ["first", "firstMove", 0],
    ["back", "previousMove", ply - 1],
    ["next", "nextMove", ply + 1],
    ["last", "lastMove", last],
  ];
  return (
    <div class="steps">
      {steps.map(([icon, key, to]) => (
        <button key={key} type="button" class="round" aria-label={translate(key)} disabled={to < 0 || to > last || to === ply} onClick={() => onSelect(to)}>
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}

/** Left, right, Home and End step through the game, unless the board or a field has the focus. */
export function useStepKeys(ply: number, last: number, onSelect: (ply: number) => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const place = event.target as Element | null;
      if (place?.closest?.(".game-board, input, textarea, select, dialog")) return;
      const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last }[event.key];
      if (to === undefined || to < 0 || to > last) return;
      event.preventDefault();
      onSelect(to);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}
