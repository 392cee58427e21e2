// The variants of draughts with what matters of their rules.
import type { ComponentChild } from "preact";
import { say } from "../language/language.js";
import { rulesOf } from "../play/catalogue.js";
import { prefer, preference } from "../play/choice.js";
import { sizeOf, variantName } from "../play/words.js";
import type { AnyVariant } from "../server.js";
import { useValue } from "../value.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icon.js";

interface VariantPickerProps {
  variants: readonly AnyVariant[];
  onClose: () => void;
}

/** The four rules by which people know a variant. */
const TELLING = ["Men", "Kings", "Which capture", "Promotion"];

/** A list of variants; the chosen one shows its card. */
export function VariantPicker({ onClose, variants }: VariantPickerProps): ComponentChild {
  const { variant: wanted } = useValue(preference);
  const draughts = variants.filter(({ game }) => game === "checkers");
  return (
    <Dialog title={say("chooseVariant")} class="tall" onClose={onClose}>
      <fieldset class="options variants">
        <legend class="visually-hidden">{say("chooseVariant")}</legend>
        {draughts.map((variant) => (
          <div key={variant.variant} class="variant">
            <label class="option">
              <input type="radio" name="variant" checked={variant.variant === wanted} onChange={() => prefer({ variant: variant.variant })} />
              <span>
                <strong>{variantName(variant.variant, variant.name)}</strong>
                <span class="muted">{sizeOf(variant)}</span>
              </span>
            </label>
            {variant.variant === wanted && <Card variant={variant} />}
          </div>
        ))}
      </fieldset>
      <div class="sheet-foot"><button type="button" class="primary wide" onClick={onClose}><Icon name="check" />{say("choose")}</button></div>
    </Dialog>
  );
}

function Card({ variant }: { variant: AnyVariant }): ComponentChild {
  const rules = rulesOf(variant).filter(({ title }) => TELLING.includes(title));
  return (
    <div class="variant-card">
      <dl>
        {rules.map(({ text, title }) => <div key={title}><dt>{title}</dt><dd>{text}</dd></div>)}
      </dl>
      <a href={`rules/${variant.variant}`}>{say("allRules")}</a>
    </div>
  );
}
