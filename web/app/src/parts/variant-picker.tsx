// The dialog to choose a variant of a game, with its main rules.
import type { ComponentChild } from "preact";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { prefer, preference } from "../play/choice.js";
import { sizeOf, variantName } from "../play/words.js";
import { rulesPath } from "../router.js";
import type { AnyVariant } from "../server.js";
import { useValue } from "../value.js";
import { SmallBoard } from "./board.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icon.js";
import { RuleItems } from "./rule-items.js";

interface VariantPickerProps {
  variants: readonly AnyVariant[];
  onClose: () => void;
}

/** The list of variants; the selected one shows its rules. */
export function VariantPicker({ onClose, variants }: VariantPickerProps): ComponentChild {
  const { game, variant: wanted } = useValue(preference);
  const choices = variants.filter((known) => known.game === game);
  return (
    <Dialog title={translate("chooseVariant")} class="tall" onClose={onClose}>
      <fieldset class="options variants">
        <legend class="visually-hidden">{translate("chooseVariant")}</legend>
        {choices.map((variant) => (
          <div key={variant.variant} class="variant">
            <label class="option">
              <input type="radio" name="variant" checked={variant.variant === wanted} onChange={() => prefer({ variant: variant.variant })} />
              <span>
                <strong>{variantName(game, variant.variant, variant.name)}</strong>
                <span class="muted">{sizeOf(variant)}</span>
              </span>
              <SmallBoard variant={variant} />
            </label>
            {variant.variant === wanted && <Card variant={variant} />}
          </div>
        ))}
      </fieldset>
      <div class="sheet-foot">
        <button type="button" class="primary wide" onClick={onClose}>
          <Icon name="check" />
          {translate("choose")}
        </button>
      </div>
    </Dialog>
  );
}

function Card({ variant }: { variant: AnyVariant }): ComponentChild {
  return (
    <div class="variant-card">
      <dl>
        <RuleItems variant={variant} keys={gameNamed(variant.game).pickerRules} />
      </dl>
      <a href={rulesPath(variant.game, variant.variant)}>{translate("allRules")}</a>
    </div>
  );
}
