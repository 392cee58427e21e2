// The dialog before an invitation: the host's name, the clock and the side.
import type { GameName } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { Dialog } from "../parts/dialog.js";
import { refusalOf } from "../play/refusal.js";
import { sideName } from "../play/words.js";
import type { AnyVariant } from "../server.js";
import { useValue } from "../value.js";
import { inviteFriend, NameField, prefer, preference, TIME_PRESETS } from "./pages.js";

const SIDES = ["random", "first", "second"] as const;

interface InviteDialogProps {
  game: GameName;
  variant: AnyVariant | undefined;
  onClose: () => void;
}

/** Creates the invitation and opens the screen that waits for the friend. */
export function InviteDialog({ game, onClose, variant }: InviteDialogProps): ComponentChild {
  const { time } = useValue(preference);
  const [side, setSide] = useState<(typeof SIDES)[number]>("random");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const names = { first: sideName(variant?.sides[0].name ?? ""), second: sideName(variant?.sides[1].name ?? ""), random: translate("randomSide") };
  const create = (event: Event): void => {
    event.preventDefault();
    setBusy(true);
    setRefusal("");
    inviteFriend({ game, variant: variant?.variant }, side).catch((error: unknown) => {
      setRefusal(refusalOf(error));
      setBusy(false);
    });
  };
  return (
    <Dialog title={translate("waitingFriend")} onClose={onClose}>
      <form class="stack" onSubmit={create}>
        <NameField />
        <fieldset class="segments-field">
          <legend>{translate("time")}</legend>
          <div class="segments one-row">
            {TIME_PRESETS.map((preset) => (
              <label key={preset} class="segment">
                <input type="radio" name="invite-time" checked={time === preset} onChange={() => prefer({ time: preset })} />
                <span>{preset === "none" ? translate("time_none") : preset}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset class="segments-field">
          <legend>{translate("yourSide")}</legend>
          <div class="segments">
            {SIDES.map((known) => (
              <label key={known} class="segment">
                <input type="radio" name="side" value={known} checked={side === known} onChange={() => setSide(known)} />
                <span>{names[known]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {refusal && (
          <p class="error" role="alert">
            {refusal}
          </p>
        )}
        <button type="submit" class="primary" disabled={busy}>
          {translate("inviteCreate")}
        </button>
      </form>
    </Dialog>
  );
}
