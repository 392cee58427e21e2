// The lobby on the home screen: who is online, and the games that wait for an opponent.
import { ApiError, followLobby, type LobbyList, ParlourError, type Seek, type TimeControl } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { base } from "../address.js";
import { firstGame, isGame } from "../games.js";
import { translate } from "../language/language.js";
import { refusalOf } from "../play/refusal.js";
import { seats } from "../play/seat.js";
import { variantName } from "../play/words.js";
import { settings } from "../settings.js";
import { useValue } from "../value.js";
import { acceptSeek } from "./accept.js";
import { addWords, say, useWords } from "./words.js";

/** How many games are listed at first. */
const FIRST_SEEKS = 6;
/** How often the waiting times are counted again. */
const MINUTE_MS = 60_000;

/** The counts and the list; nothing before the server has told them. */
export function Lobby(): ComponentChild {
  const ready = useWords();
  const lobby = useLobby();
  const [all, showAll] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const others = useOthers(lobby?.seeks ?? []);
  useEffect(() => void addWords(), []);
  useMinutes();
  if (!ready || !lobby) return null;
  const accept = (seek: Seek): void => {
    setBusy(true);
    setRefusal("");
    acceptSeek(seek)
      .catch((error: unknown) => setRefusal(isGone(error) ? say("lobbyGone") : refusalOf(error)))
      .finally(() => setBusy(false));
  };
  const shown = all ? others : others.slice(0, FIRST_SEEKS);
  return (
    <section class="lobby" aria-labelledby="lobby-title">
      <div class="lobby-head">
        <h2 id="lobby-title">{say("lobbyTitle")}</h2>
        <p class="muted small-text">
          <span>{say("lobbyOnline", { count: lobby.playersOnline })}</span>{" "}
          {lobby.gamesRunning > 0 && <a href="watch">{say("lobbyRunning", { count: lobby.gamesRunning })}</a>}
        </p>
      </div>
      {refusal && (
        <p class="error" role="alert">
          {refusal}
        </p>
      )}
      {others.length === 0 && <p class="muted">{say("lobbyEmpty")}</p>}
      <ul>
        {shown.map((seek) => (
          <li key={seek.seekId} class="running-game">
            <SeekRow seek={seek} busy={busy} onAccept={() => accept(seek)} />
          </li>
        ))}
      </ul>
      {others.length > shown.length && (
        <button type="button" class="quiet" onClick={() => showAll(true)}>
          {say("lobbyAll", { count: others.length })}
        </button>
      )}
    </section>
  );
}

function SeekRow({ busy, onAccept, seek }: { seek: Seek; busy: boolean; onAccept: () => void }): ComponentChild {
  const game = variantName(seek.game, seek.variant);
  const time = timeOf(seek.timeControl);
  const minutes = Math.floor((Date.now() - seek.waitingSince) / MINUTE_MS);
  return (
    <>
      <span class="running-words">
        <strong>
          <bdi>{seek.username}</bdi> {seek.rating !== undefined && <span class="muted">{seek.rating}</span>}
        </strong>
        <span class="muted small-text">
          {game} · <bdi>{time}</bdi> · {minutes < 1 ? say("lobbyNow") : say("lobbyMinutes", { count: minutes })}
        </span>
      </span>
      <button type="button" class="small" disabled={busy} aria-label={say("lobbyAccept", { name: seek.username, game, time })} onClick={onAccept}>
        {translate("accept")}
      </button>
    </>
  );
}

/** What the server tells while this page is visible; `null` without a connection. */
function useLobby(): LobbyList | null {
  const [lobby, setLobby] = useState<LobbyList | null>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    const look = (): void => {
      const visible = document.visibilityState === "visible";
      if (visible && !stop) stop = followLobby(base(), firstGame.name, setLobby);
      else if (!visible) {
        stop?.();
        stop = null;
      }
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      stop?.();
    };
  }, []);
  return lobby;
}

/** The games that others offer and this app has; a game that this browser waits for is not among them. */
function useOthers(seeks: readonly Seek[]): readonly Seek[] {
  const own = useValue(seats).filter(({ opponent, over, roomId }) => opponent === "stranger" && !over && roomId === null);
  const name = useValue(settings).name.trim() || translate("guest");
  const isOwn = ({ game, username, variant }: Seek): boolean => username === name && own.some((seat) => seat.game === game && seat.variant === variant);
  return seeks.filter((seek) => isGame(seek.game) && !isOwn(seek));
}

/** Renders the component again every minute. */
function useMinutes(): void {
  const [, count] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => count((minutes) => minutes + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
}

/** A time control as players write it. */
function timeOf(control: TimeControl): string {
  if (control.kind !== "clock") return translate("time_none");
  const { baseSeconds, incrementSeconds = 0 } = control;
  return `${Math.round((baseSeconds / 60) * 100) / 100}+${incrementSeconds}`;
}

function isGone(error: unknown): boolean {
  return error instanceof ParlourError && !(error instanceof ApiError) && error.code === "not_found";
}
