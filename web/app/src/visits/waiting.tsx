// The screen shown while the player waits for a friend or for matchmaking.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { addressOf } from "../address.js";
import { translate } from "../language/language.js";
import { Icon } from "../parts/icon.js";
import { closeGame, type ServerGame } from "../play/live-game.js";
import { keyOf, removeSeat, type Seat } from "../play/seat.js";
import { variantName } from "../play/words.js";
import { go } from "../router.js";
import { CopyButton, playComputer, usualWishes } from "./pages.js";
import { QrPicture } from "./qr-picture.js";
import { ShareButton } from "./share-button.js";

interface WaitingProps {
  state: GameState;
  seat: Seat;
  live: ServerGame;
}

/** How long the server may take to hear that the player waits, before leaving goes on without it. */
const PATIENCE_MS = 3_000;

/** Waits until the server knows that the player waits: only then can they leave, and their invitation end. */
function isKnown(live: ServerGame): Promise<void> {
  return new Promise((resolve) => {
    const known = (): void => {
      const { connection, phase } = live.get();
      if (phase === "connecting" && (connection === "connecting" || connection === "online")) return;
      clearTimeout(late);
      stop();
      resolve();
    };
    const stop = live.subscribe(known);
    const late = setTimeout(() => {
      stop();
      resolve();
    }, PATIENCE_MS);
    known();
  });
}

/** Shows what the player waits for and for how long, and lets them cancel. */
export function Waiting({ live, seat, state }: WaitingProps): ComponentChild {
  const cancel = async (): Promise<boolean> => {
    await isKnown(live);
    // The game has started if an opponent joined before the request arrived.
    if (!(await live.leave())) return false;
    go("", "replace");
    closeGame(keyOf(seat));
    removeSeat(seat);
    return true;
  };
  const invites = seat.opponent === "friend" && seat.roomCode !== null && seat.host === null;
  return (
    <div class="waiting">
      <p class="overline">{variantName(seat.game, seat.variant)}</p>
      <h1>{titleOf(seat, invites)}</h1>
      {invites && <Invitation code={seat.roomCode ?? ""} />}
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

function titleOf({ host, opponent }: Seat, invites: boolean): string {
  if (invites) return translate("waitingFriend");
  if (host !== null) return translate("waitingHost", { name: host });
  return translate(opponent === "stranger" ? "waitingStranger" : "waitingHere");
}

/** The link as text and as QR code, and the code, with a share button if the device supports it. */
function Invitation({ code }: { code: string }): ComponentChild {
  const link = addressOf(`play/${code}`);
  return (
    <div class="invitation">
      <p class="muted">{translate("waitingFriendText")}</p>
      <label class="field">
        <span>{translate("inviteLink")}</span>
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row middle">
        <CopyButton text={link} label={translate("copy")} />
        <ShareButton link={link} />
      </div>
      <QrPicture label={translate("qrCode")} text={link} />
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
