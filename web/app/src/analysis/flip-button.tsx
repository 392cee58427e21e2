// The button that turns the board of the analysis, of a replay or of a puzzle.
import type { ComponentChild, RefObject } from "preact";
import { translate } from "../language/language.js";
import { Icon } from "../parts/icon.js";
import type { BoardElement } from "../views.js";

/** Turns the board of `element` round. */
export function FlipButton({ element }: { element: RefObject<BoardElement | null> }): ComponentChild {
  return (
    <span class="actions-round">
      <button type="button" class="round" aria-label={translate("flip")} onClick={() => element.current?.flip?.()}>
        <Icon name="flip" />
      </button>
    </span>
  );
}
