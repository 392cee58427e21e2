// The keys that step through the moves, wherever the focus is.
import { useLayoutEffect, useRef } from "preact/hooks";

/** Where a key leads to. */
export type Step = "first" | "back" | "next" | "last";

const KEYS: Readonly<Record<string, Step>> = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/** Fields and dialogs have their own use for these keys. */
const OWN_KEYS = "input:not([type=checkbox]), textarea, select, dialog";

/**
 * Left, right, Home and End step, also after a click on the board. Only a board that was reached with Tab keeps them: there they choose
 * squares. Without a function the keys are left alone.
 */
export function useStepKeys(step: ((to: Step) => void) | null): void {
  const byKeyboard = useRef(false);
  useLayoutEffect(() => {
    const onPointer = (): void => {
      byKeyboard.current = false;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Tab") byKeyboard.current = true;
      const to = KEYS[event.key];
      if (!to || !step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const place = event.target as Element | null;
      if (place?.closest?.(OWN_KEYS) || (byKeyboard.current && place?.closest?.(".game-board"))) return;
      event.preventDefault();
      event.stopPropagation();
      step(to);
    };
    addEventListener("pointerdown", onPointer, true);
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener("pointerdown", onPointer, true);
      removeEventListener("keydown", onKey, true);
    };
  });
}
