// A seat that the server has refused for good: the game is over, or the invitation has expired.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { Notice } from "../parts/notice.js";
import { closeGame } from "../play/live-game.js";
import { refusalOf } from "../play/refusal.js";
import { keyOf, removeSeat, type Seat } from "../play/seat.js";
import { go } from "../router.js";
import { inviteFriend } from "./pages.js";

/** Says why, and gives up the seat; a host may invite again. */
export function FailedSeat({ seat, state }: { seat: Seat; state: GameState }): ComponentChild {
  const [refusal, setRefusal] = useState("");
  const giveUp = (): void => {
    closeGame(keyOf(seat));
    removeSeat(seat);
  };
  const home = (): void => {
    go("", "replace");
    giveUp();
  };
  const expired = seat.opponent === "friend" && seat.roomId === null && state.error?.code === "token_expired";
  const again = (): void => void inviteFriend(seat, "random").then(giveUp, (error: unknown) => setRefusal(refusalOf(error)));
  const title = expired ? "inviteExpired" : seat.over ? "noGame" : "failed";
  const text = expired ? translate("inviteExpiredOwn") : seat.over ? translate("noGameText") : refusalOf(state.error);
  return (
    <Notice title={translate(title)} text={refusal || text}>
      {expired && (
        <button type="button" class="primary" onClick={again}>
          {translate("inviteAgain")}
        </button>
      )}
      <button type="button" class={expired ? "" : "primary"} onClick={home}>
        {translate("home")}
      </button>
    </Notice>
  );
}
