// A friend's invitation: joins the game, or shows why that is not possible.
import { ApiError, type GameName } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { Notice } from "../parts/notice.js";
import { joinFriend } from "../play/begin.js";
import { refusalOf } from "../play/refusal.js";
import { savedSeat } from "../play/seat.js";
import { isBusy, retryLater } from "../retry.js";
import { go } from "../router.js";

/** Joins at once; a host who opens their own link returns to their game. */
export function JoinScreen({ code, game }: { code: string; game: GameName | null }): ComponentChild {
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    if (savedSeat.get()?.roomCode === code) return go("game", "replace");
    setProblem(null);
    let [tries, stop] = [0, (): void => {}];
    const join = (): void =>
      void joinFriend(code, game).catch((reason: unknown) => {
        setProblem(reason);
        tries += 1;
        // If the answer was lost the seat may be taken, so only a refused request is retried automatically.
        if (isBusy(reason)) stop = retryLater(reason, tries, join);
      });
    join();
    return () => stop();
  }, [code]);
  if (!problem)
    return (
      <p class="notice-screen muted" role="status">
        {translate("joining")}
      </p>
    );
  if (isBusy(problem)) return <Notice title={translate("busy")} text={translate("retrying")} />;
  const unknown = problem instanceof ApiError && problem.status < 500;
  return <Notice title={translate("joinFailed")} text={unknown ? translate("joinFailedText", { code }) : refusalOf(problem)} />;
}
