// What happened in a game, with the board after each event.
import type { GameName, GameTimeline, Layout, TimelineEvent, VariantList } from "@parlour/sdk";
import { type ComponentChild, createElement } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useProperties } from "../parts/element.js";
import { useValue } from "../value.js";
import { loadElement, viewOf } from "../views.js";
import { timeText, words } from "./messages.js";
import { CopyButton, Page, Ready, useAnswer } from "./parts.js";
import { pageAddress } from "./router.js";
import { isDark } from "./theme.js";

const text = words.games;

/** The page of one game. */
export function Timeline({ roomId }: { roomId: string }): ComponentChild {
  const loaded = useAnswer<GameTimeline>(`v1/dashboard/games/${encodeURIComponent(roomId)}/timeline`);
  return (
    <Page title={text.timeline}>
      <p>
        <a href={pageAddress("games")}>{text.back}</a>
      </p>
      <Ready loaded={loaded}>{(timeline) => <Steps timeline={timeline} reload={loaded.reload} />}</Ready>
    </Page>
  );
}

function Steps({ reload, timeline }: { timeline: GameTimeline; reload: () => void }): ComponentChild {
  const { events, game, hasMore, players, roomId, variant } = timeline;
  const [step, setStep] = useState(events.length - 1);
  const shown = Math.max(0, Math.min(step, events.length - 1));
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  const board = events.slice(0, shown + 1).findLast(({ board }) => board)?.board ?? [];
  const goTo = (next: number): void => setStep(Math.max(0, Math.min(next, events.length - 1)));
  const names = players.map(({ username }) => username);
  return (
    <>
      <p class="row">
        <code>{roomId}</code> <CopyButton text={roomId} label={text.copyRoom} />
        <span class="muted">
          {game} · {variant} · {names.join(" – ")}
        </span>
        <button type="button" class="small" onClick={reload}>
          {text.reload}
        </button>
      </p>
      <div class="timeline">
        <div class="stack">
          <StepBoard game={game} variant={variant} board={board} />
          <div class="row middle">
            <button type="button" onClick={() => goTo(0)} disabled={shown === 0}>
              {text.first}
            </button>
            <button type="button" onClick={() => goTo(shown - 1)} disabled={shown === 0}>
              {text.previous}
            </button>
            <button type="button" onClick={() => goTo(shown + 1)} disabled={shown === events.length - 1}>
              {text.next}
            </button>
            <button type="button" onClick={() => goTo(events.length - 1)} disabled={shown === events.length - 1}>
              {text.last}
            </button>
          </div>
        </div>
        <ol class="events" ref={list} aria-label={text.events}>
          {events.map((event, index) => (
            <li key={event.seq}>
              <button type="button" class="event" aria-current={index === shown ? "step" : undefined} onClick={() => goTo(index)}>
                <span class="muted">{event.seq}</span>
                <span>{told(event, names)}</span>
                <time class="muted small-text" dateTime={event.at}>
                  {timeText(event.at)}
                </time>
              </button>
            </li>
          ))}
          {hasMore && <li class="muted">{text.cut}</li>}
        </ol>
      </div>
    </>
  );
}

/** An event in a sentence. */
function told({ detail, name, player }: TimelineEvent, names: readonly string[]): string {
  const who = player === null || player === undefined ? null : (names[player] ?? null);
  return text.told[name](who ?? text.nobody, detail ?? "");
}

/** The board of a game as a picture. */
function StepBoard({ board, game, variant }: { game: GameName; variant: string; board: readonly unknown[] }): ComponentChild {
  const variants = useAnswer<VariantList>("v1/variants").value;
  const element = useRef<HTMLElement>(null);
  const view = viewOf(game);
  useValue(isDark);
  useEffect(() => void loadElement(game).catch(() => {}), [game]);
  const found = variants?.games.find((entry) => entry.game === game)?.variants.find((one) => one.variant === variant);
  const shape = found ? view.layoutProperties(found as unknown as Layout<GameName>) : {};
  useProperties(element, { board, interactive: false, ...shape });
  return <div class="step-board">{found && createElement(view.tag, { ref: element })}</div>;
}
