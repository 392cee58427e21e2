// Sessions and their games, newest first; one of them with what happened in it.
import type { Session, SessionList } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { useValue } from "../../value.js";
import { timeText, words } from "../messages.js";
import { More, Page, Ready, SendForm, Table, useAnswer, useFurther } from "../parts.js";
import { go, pageAddress, route } from "../router.js";
import { send } from "../session.js";
import { Timeline } from "../timeline.js";

const text = words.games;

export default function Games(): ComponentChild {
  const { id } = useValue(route);
  return id === undefined ? <GameList /> : <Timeline key={id} roomId={id} />;
}

const STATUSES = ["", "pending", "active", "ended", "expired"] as const;

function GameList(): ComponentChild {
  const [status, setStatus] = useState<(typeof STATUSES)[number]>("");
  const path = `v1/sessions${status && `?status=${status}`}`;
  return (
    <Page title={text.title} about={text.about}>
      <div class="filters">
        <Search />
        <div class="field">
          <label for="status">{text.status}</label>
          <select id="status" value={status} onChange={(event) => setStatus(event.currentTarget.value as typeof status)}>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {one === "" ? text.all : text.statuses[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Sessions key={path} path={path} />
    </Page>
  );
}

function Sessions({ path }: { path: string }): ComponentChild {
  const loaded = useAnswer<SessionList>(path);
  const further = useFurther<SessionList>(path, loaded.value);
  return (
    <Ready loaded={loaded}>
      {() => (
        <>
          <Table label={text.table} head={[text.session, text.game, text.status, text.players, text.made]} empty={text.empty}>
            {further.pages
              .flatMap(({ sessions }) => sessions)
              .map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
          </Table>
          <More further={further} />
        </>
      )}
    </Ready>
  );
}

function SessionRow({ session }: { session: Session }): ComponentChild {
  const { createdAt, game, id, mode, players, result, roomId, status, variant } = session;
  return (
    <tr>
      <th scope="row">
        {roomId ? <a href={pageAddress("games", roomId)}>{id}</a> : id}
        <br />
        <span class="muted small-text">{roomId ?? text.notStarted}</span>
      </th>
      <td>
        {game} · {variant} {mode === "training" && <span class="pill">{mode}</span>}
      </td>
      <td>
        <span class="pill">{text.statuses[status]}</span>
        {result && <p class="small-text">{result.reason}</p>}
      </td>
      <td>{players.map(({ displayName, id }) => displayName || id).join(" – ")}</td>
      <td>{timeText(createdAt)}</td>
    </tr>
  );
}

/** Finds a game by the id of its session or its room. */
function Search(): ComponentChild {
  const [id, setId] = useState("");
  const find = async (): Promise<void> => {
    const wanted = id.trim();
    if (wanted.startsWith("room_")) return go("games", wanted);
    const { roomId } = await send<Session>("GET", `v1/sessions/${encodeURIComponent(wanted)}`);
    if (!roomId) throw new Error(text.notStarted);
    go("games", roomId);
  };
  return (
    <SendForm button={text.find} send={find}>
      <div class="field">
        <label for="find">{text.findLabel}</label>
        <input id="find" required autocomplete="off" spellcheck={false} value={id} onInput={(event) => setId(event.currentTarget.value)} />
      </div>
    </SendForm>
  );
}
