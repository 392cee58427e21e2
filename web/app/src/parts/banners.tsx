// The banners of a game: warnings, offers, a lost connection.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import type { LiveGame } from "../play/live-game.js";
import { connectionKey, nameOf } from "../play/words.js";
import { Icon } from "./icon.js";

interface BannersProps {
  state: GameState;
  live: LiveGame;
}

/** Every banner that applies, the most urgent first. */
export function Banners({ live, state }: BannersProps): ComponentChild {
  return (
    <div class="banners">
      <Afk state={state} />
      <DrawOffer state={state} live={live} />
      <DrawDeclined state={state} />
      {state.connection === "taken-over" && (
        <p class="banner warn" role="alert">
          {translate("takenOver")}
          <button type="button" class="small" onClick={() => live.reclaim()}>
            {translate("playInThisWindow")}
          </button>
        </p>
      )}
      {(state.connection === "reconnecting" || state.connection === "restarting") && (
        <p class="banner warn" role="alert">
          {translate(connectionKey(state.connection))}
        </p>
      )}
    </div>
  );
}

/** The warning for not moving; screen readers announce it once, without the seconds. */
function Afk({ state }: { state: GameState }): ComponentChild {
  const { afk, players } = state;
  if (!afk) return null;
  const name = nameOf(
    state,
    players.findIndex(({ id }) => id === afk.playerId),
  );
  return (
    <p class={`banner ${afk.you ? "urgent" : "warn"}`} role={afk.you ? "alert" : "status"}>
      <Icon name="warning" />
      <span>{translate(afk.you ? "afkYou" : "afkOther", { name })}</span>
      {afk.secondsLeft !== null && (
        <span class="countdown" aria-hidden="true">
          {translate("seconds", { count: afk.secondsLeft })}
        </span>
      )}
    </p>
  );
}

function DrawOffer({ live, state }: BannersProps): ComponentChild {
  const { drawOffer, playerId, players, seat } = state;
  if (!drawOffer || seat === null) return null;
  if (drawOffer === playerId)
    return (
      <p class="banner" role="status">
        {translate("drawOffered")}
      </p>
    );
  const name = nameOf(
    state,
    players.findIndex(({ id }) => id === drawOffer),
  );
  return (
    <p class="banner" role="alert">
      <span>{translate("drawQuestion", { name })}</span>
      <button type="button" class="small primary" onClick={() => void live.acceptDraw()}>
        {translate("accept")}
      </button>
      <button type="button" class="small" onClick={() => void live.declineDraw()}>
        {translate("decline")}
      </button>
    </p>
  );
}

/** Says that the opponent has declined the player's offer, until the next move after that. */
function DrawDeclined({ state }: { state: GameState }): ComponentChild {
  const { drawOffer, history, phase, playerId, seat } = state;
  const before = useRef(state);
  const [declined, setDeclined] = useState<number | null>(null);
  useEffect(() => {
    const offered = before.current.drawOffer !== null && before.current.drawOffer === playerId && before.current.roomId === state.roomId;
    if (offered && drawOffer === null) setDeclined(history.length);
    before.current = state;
  }, [state]);
  if (phase !== "playing" || seat === null || declined !== history.length) return null;
  return (
    <p class="banner" role="status">
      {translate("drawDeclined")}
    </p>
  );
}

/** The state of the connection as a dot with text. */
export function ConnectionBadge({ connection }: { connection: GameState["connection"] }): ComponentChild {
  return (
    <span class="badge" data-connection={connection} role="status">
      <span class="dot" aria-hidden="true" />
      <span class={connection === "online" ? "visually-hidden" : "badge-words"}>{translate(connectionKey(connection))}</span>
    </span>
  );
}
