// Asks before a running game with another person is left: within the app in a dialog, else by the browser.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { lazyPart } from "../lazy.js";
import { leaveQuestion } from "../router.js";

const ConfirmDialog = lazyPart(async () => (await import("../parts/confirm-dialog.js")).ConfirmDialog);

/** Asks as long as it is rendered. */
export function LeaveGuard(): ComponentChild {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    const stay = (event: Event): void => event.preventDefault();
    leaveQuestion.set((next) => setLeave(() => next));
    addEventListener("beforeunload", stay);
    return () => {
      leaveQuestion.set(null);
      removeEventListener("beforeunload", stay);
    };
  }, []);
  if (!leave) return null;
  const go = (): void => {
    leaveQuestion.set(null);
    leave();
  };
  return (
    <ConfirmDialog
      title={translate("leaveQuestion")}
      text={translate("leaveText")}
      yes={translate("leaveYes")}
      no={translate("keepPlaying")}
      onYes={go}
      onClose={() => setLeave(null)}
    />
  );
}
