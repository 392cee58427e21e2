// The public games between people, each with its current board.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { SmallBoard } from "../parts/board.js";
import { refusalOf } from "../play/refusal.js";
import { variantName } from "../play/words.js";
import { retryDelay } from "../retry.js";
import { gamePath } from "../router.js";
import type { AnyRoom, AnyVariant, Rooms } from "../server.js";
import { useValue } from "../value.js";
import { BoardFeed, type BoardSnapshot } from "./board-feed.js";
import { publicRooms, useVariants } from "./pages.js";

/** How often the list is refreshed. */
const REFRESH_MS = 5000;
/** How many boards follow their games at most. */
const LIVE_BOARDS = 12;

/** The list of public games, refreshed while it is on the screen. */
export function WatchScreen(): ComponentChild {
  const [list, setList] = useState<Rooms | null>(null);
  const [pages, setPages] = useState(1);
  const [problem, setProblem] = useState<unknown>(null);
  const [feed] = useState(() => new BoardFeed());
  const snapshots = useValue(feed);
  const { variants } = useVariants();
  const rooms = list?.rooms ?? null;
  useEffect(() => feed.follow(rooms?.slice(0, LIVE_BOARDS) ?? []), [rooms]);
  useEffect(() => () => feed.close(), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let [left, tries] = [false, 0];
    const next = (wait: number): void => {
      if (!left) timer = setTimeout(load, wait);
    };
    const load = (): void => {
      if (document.visibilityState === "hidden") return next(REFRESH_MS);
      publicRooms(pages).then(
        (found) => {
          if (!left) setList(found);
          tries = 0;
          setProblem(null);
          next(REFRESH_MS);
        },
        (reason: unknown) => {
          tries += 1;
          setProblem(reason);
          next(Math.max(REFRESH_MS, retryDelay(reason, tries)));
        },
      );
    };
    load();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [pages]);
  return (
    <div class="column wide-column">
      <h1>{translate("watchTitle")}</h1>
      {problem !== null && (
        <p class="error" role="alert">
          {refusalOf(problem)}
        </p>
      )}
      {rooms === null && problem === null && (
        <p class="muted" role="status">
          {translate("loading")}
        </p>
      )}
      {rooms?.length === 0 && <NoGames />}
      {rooms !== null && rooms.length > 0 && (
        <>
          <p class="muted">{translate("gamesRunning", { count: rooms.length })}</p>
          <ul class="cards">
            {rooms.map((room) => (
              <li key={room.roomId}>
                <RoomCard room={room} snapshot={snapshots.get(room.roomId)} variants={variants} />
              </li>
            ))}
          </ul>
          {list?.hasMore && (
            <button type="button" onClick={() => setPages(pages + 1)}>
              {translate("showMore")}
            </button>
          )}
        </>
      )}
    </div>
  );
}

function NoGames(): ComponentChild {
  return (
    <div class="empty">
      <p>{translate("watchNone")}</p>
      <p class="muted">{translate("watchNoneText")}</p>
      <a class="button primary" href=".">
        {translate("playNow")}
      </a>
    </div>
  );
}

interface RoomCardProps {
  room: AnyRoom;
  snapshot: BoardSnapshot | undefined;
  variants: readonly AnyVariant[];
}

function RoomCard({ room, snapshot, variants }: RoomCardProps): ComponentChild {
  const { game, moveCount, players, roomId } = room;
  const variant = variants.find((known) => known.game === game && known.variant === room.variant);
  const [first = "", second = ""] = players.map(({ username }) => username);
  const moves = translate("movesMade", { count: snapshot?.moveCount ?? moveCount });
  const name = variantName(game, room.variant, variant?.name);
  return (
    <a class="card" href={gamePath(roomId)}>
      {variant && <SmallBoard variant={variant} board={snapshot?.board} />}
      <span class="card-words">
        <strong>
          {first} – {second}
        </strong>
        <span class="card-note muted">
          <span>{name}</span> <span>{moves}</span>
        </span>
      </span>
    </a>
  );
}
