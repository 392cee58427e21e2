// The screen shown while the player waits for a friend or for matchmaking.
import type { GameName, GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { addressOf } from "../address.js";
import { translate } from "../language/language.js";
import { usualWishes } from "../local/begin-local.js";
import { playComputer } from "../play/begin.js";
import { leave, type ServerGame } from "../play/live-game.js";
import { type Seat, saveSeat } from "../play/seat.js";
import { variantName } from "../play/words.js";
import { go } from "../router.js";
import { CopyButton } from "./copy-button.js";
import { Icon } from "./icon.js";

interface WaitingProps {
  state: GameState;
  seat: Seat;
  live: ServerGame;
}

/** Shows what the player waits for and for how long, and lets them cancel. */
export function Waiting({ live, seat, state }: WaitingProps): ComponentChild {
  const cancel = async (): Promise<boolean> => {
    // The game has started if an opponent joined before the request arrived.
    if (!(await live.leave())) return false;
    leave();
    saveSeat(null);
    go("", "replace");
    return true;
  };
  const friend = seat.opponent === "friend" && seat.roomCode !== null;
  return (
    <div class="waiting">
      <p class="overline">{variantName(seat.game, seat.variant)}</p>
      <h1>{translate(friend ? "waitingFriend" : seat.opponent === "stranger" ? "waitingStranger" : "waitingHere")}</h1>
      {friend && <Invitation code={seat.roomCode ?? ""} game={seat.game} />}
      {seat.opponent === "stranger" && (
        <p class="muted" role="status">
          {state.queuePosition ? translate("waitingStrangerText", { count: state.queuePosition }) : translate("connecting")}
        </p>
      )}
      <Elapsed />
      <div class="row middle">
        {seat.opponent === "stranger" && (
          <button type="button" onClick={() => void cancel().then((left) => (left ? playComputer(seat, usualWishes(seat.game)) : undefined))}>
            <Icon name="computer" />
            {translate("playComputerInstead")}
          </button>
        )}
        <button type="button" onClick={() => void cancel()}>
          {translate("cancel")}
        </button>
      </div>
    </div>
  );
}

/** The link and the code, with a share button if the device supports it. */
function Invitation({ code, game }: { code: string; game: GameName }): ComponentChild {
  const link = addressOf(`play/${code}?game=${game}`);
  const share = "share" in navigator ? () => void navigator.share({ title: "Parlour", url: link }).catch(() => {}) : null;
  return (
    <div class="invitation">
      <p class="muted">{translate("waitingFriendText")}</p>
      <label class="field">
        <span>{translate("inviteLink")}</span>
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row middle">
        <CopyButton text={link} label={translate("copy")} />
        {share && (
          <button type="button" onClick={share}>
            <Icon name="share" />
            {translate("share")}
          </button>
        )}
      </div>
      <p class="code">
        <span class="muted">{translate("inviteCode")}</span> <strong>{code}</strong>
      </p>
    </div>
  );
}

/** The seconds, hidden from screen readers. */
function Elapsed(): ComponentChild {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="elapsed" aria-hidden="true">
      <span class="pulse" />
      {translate("waited", { count: seconds })}
    </p>
  );
}
