// What helps before the first move: the main rules of the variant, and how to move.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { RuleItems } from "./rule-items.js";

/** The notes, in the place of the moves. */
export function OpeningNotes({ game, layout }: Pick<GameState, "game" | "layout">): ComponentChild {
  const { offers, pickerRules } = gameNamed(game);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what does not fit
    <section class="opening-notes" tabIndex={0} aria-label={translate("rules")}>
      <p class="muted">
        {translate(offers.typedMoves ? "dragHint" : "tapHint")} <span class="keys-hint">{translate("keysHint")}</span>
      </p>
      <dl>{layout && <RuleItems variant={{ ...layout, game }} keys={pickerRules} />}</dl>
    </section>
  );
}
