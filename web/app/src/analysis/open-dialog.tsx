// Opens a game or a position from its text, or a variant from the start.
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { Dialog } from "../parts/dialog.js";
import { variantName } from "../play/words.js";
import type { AnyVariant } from "../server.js";
import { ProblemText } from "./problem-text.js";
import { say } from "./words.js";

interface OpenDialogProps {
  layouts: readonly AnyVariant[];
  variant: string;
  onClose: () => void;
  /** Opens a text, or the usual start; rejects with the reason if the text cannot be read. */
  onOpen: (variant: string, text: string | null) => Promise<void>;
}

/** A text that cannot be read leaves the dialog open and the board as it is. */
export function OpenDialog({ layouts, onClose, onOpen, variant }: OpenDialogProps): ComponentChild {
  const [text, setText] = useState("");
  const [chosen, choose] = useState(variant);
  const [problem, setProblem] = useState<unknown>(null);
  const open = (wanted: string | null): void => {
    setProblem(null);
    onOpen(chosen, wanted).catch(setProblem);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    open(text);
  };
  return (
    <Dialog title={say("openText")} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p class="muted">{translate("replayText")}</p>
        <label class="field">
          <span>{translate("pdnLabel")}</span>
          <textarea rows={7} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <VariantField label={translate("fromTags")} layouts={layouts} variant={chosen} onChoose={choose} />
        <ProblemText problem={problem} about={translate("replayFailed")} />
        <button type="submit" class="primary">
          {translate("pdnOpen")}
        </button>
        <button type="button" onClick={() => open(null)}>
          {say("fromStart")}
        </button>
      </form>
    </Dialog>
  );
}

interface VariantFieldProps {
  label: string;
  layouts: readonly AnyVariant[];
  variant: string;
  onChoose: (variant: string) => void;
}

/** A choice of variants. */
export function VariantField({ label, layouts, onChoose, variant }: VariantFieldProps): ComponentChild {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={variant} onChange={(event) => onChoose(event.currentTarget.value)}>
        {layouts.map(({ game, name, variant: id }) => (
          <option key={id} value={id}>
            {variantName(game, id, name)}
          </option>
        ))}
      </select>
    </label>
  );
}
