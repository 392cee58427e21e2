// A friend's invitation: from whom, to which game, and whether it can be accepted.
import type { GuestInvitation, TimeControl } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { SmallBoard } from "../parts/board.js";
import { Notice } from "../parts/notice.js";
import { refusalOf } from "../play/refusal.js";
import { saveSeat, seats } from "../play/seat.js";
import { sideName, variantName } from "../play/words.js";
import { isBusy, retryUntilDone } from "../retry.js";
import { gamePath, go } from "../router.js";
import { fetchInvitation, joinFriend, NameField, useVariants } from "./pages.js";

/** Shows the invitation; whoever sits in the game already returns to it. */
export function JoinScreen({ code }: { code: string }): ComponentChild {
  const [invitation, setInvitation] = useState<GuestInvitation | null | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(null);
  const load = (): (() => void) => retryUntilDone(() => fetchInvitation(code), setInvitation, setProblem);
  useEffect(() => {
    const own = seats.get().find(({ roomCode }) => roomCode === code);
    if (!own) return load();
    saveSeat(own);
    return go("game", "replace");
  }, [code]);
  if (invitation) return <Invited invitation={invitation} onRefused={load} />;
  if (invitation === null) return <Notice title={translate("joinFailed")} text={translate("joinFailedText", { code })} />;
  if (problem !== null)
    return <Notice title={translate(isBusy(problem) ? "busy" : "joinFailed")} text={isBusy(problem) ? translate("retrying") : refusalOf(problem)} />;
  return (
    <p class="notice-screen muted" role="status">
      {translate("loading")}
    </p>
  );
}

interface InvitedProps {
  invitation: GuestInvitation;
  /** Looks at the invitation again: somebody else may have been faster. */
  onRefused: () => void;
}

function Invited({ invitation, onRefused }: InvitedProps): ComponentChild {
  const { host: name, roomId, status } = invitation;
  if (status === "full")
    return (
      <Notice title={translate("inviteFull")} text={translate("inviteFullText", { name })}>
        {roomId && (
          <a class="button primary" href={gamePath(roomId)}>
            {translate("watchGame")}
          </a>
        )}
        <a class="button" href=".">
          {translate("home")}
        </a>
      </Notice>
    );
  if (status === "expired") return <Notice title={translate("inviteExpired")} text={translate("inviteExpiredText", { name })} />;
  return <Open invitation={invitation} onRefused={onRefused} />;
}

function Open({ invitation, onRefused }: InvitedProps): ComponentChild {
  const { game, host: name, hostSide, hostWaits, timeControl, variant } = invitation;
  const { variants } = useVariants();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const layout = variants.find((known) => known.game === game && known.variant === variant);
  const own = hostSide === null ? undefined : layout?.sides[hostSide === "first" ? 1 : 0];
  const join = (event: Event): void => {
    event.preventDefault();
    setBusy(true);
    setRefusal("");
    joinFriend(invitation).catch((error: unknown) => {
      setBusy(false);
      setRefusal(refusalOf(error));
      onRefused();
    });
  };
  return (
    <form class="invited" onSubmit={join}>
      <h1>{translate("invitedBy", { name })}</h1>
      {layout && <SmallBoard variant={layout} />}
      <ul class="invited-facts">
        <li>{variantName(game, variant, layout?.name)}</li>
        <li>{timeOf(timeControl)}</li>
        {own && <li>{translate("invitedSide", { side: sideName(own.name) })}</li>}
      </ul>
      {!hostWaits && (
        <p class="banner" role="status">
          {translate("hostAway", { name })}
        </p>
      )}
      <NameField />
      {refusal && (
        <p class="error" role="alert">
          {refusal}
        </p>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {translate("join")}
      </button>
    </form>
  );
}

/** A clock as players write it. */
function timeOf(control: TimeControl | null): string {
  if (control?.kind !== "clock") return translate("time_none");
  return `${Number((control.baseSeconds / 60).toFixed(2))}+${control.incrementSeconds ?? 0}`;
}
