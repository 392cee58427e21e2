// Quick reactions in a game: what the players say as small bubbles, and the few things that one can say.
import { type Game, type GameName, type GameState, type PlayerReaction, type Reaction, react } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import type { LiveGame } from "../play/live-game.js";
import { refusalOf } from "../play/refusal.js";
import { nameOf } from "../play/words.js";
import { load, save } from "../storage.js";
import { addWords, say, useWords } from "./words.js";

/** Everything that one can say. */
const REACTIONS = ["hello", "good_luck", "well_played", "thanks", "oops", "good_game"] as const satisfies readonly Reaction[];
/** How long a bubble is shown, and how many at most. */
const SHOWN_MS = 6000;
const MOST_SHOWN = 3;
/** Under this name it is saved that reactions are hidden. */
const MUTED = "reactions-muted";

interface Bubble {
  readonly number: number;
  readonly words: string;
}

/** The bubbles, and a button that opens what can be said; spectators only read. */
export function Reactions({ live, state }: { live: LiveGame; state: GameState }): ComponentChild {
  const ready = useWords();
  const [open, setOpen] = useState(false);
  const [muted, setMuted] = useState(() => load(MUTED) === true);
  const [bubbles, show] = useBubbles();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const game = live.connections?.[0] as unknown as Game<GameName> | undefined;
  const latest = useRef({ muted, state });
  latest.current = { muted, state };
  useEffect(() => void addWords(), []);
  useEffect(
    () =>
      game?.on("game:reaction", ({ playerId, reaction, roomId }: PlayerReaction) => {
        const { muted, state } = latest.current;
        if (!muted && roomId === state.roomId) show(wordsOf(state, playerId, reaction));
      }),
    [game],
  );
  if (!ready || !game) return null;
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (reaction: Reaction): void => {
    close();
    react(game, reaction).catch((error: unknown) => show(refusalOf(error)));
  };
  const mute = (): void => {
    close();
    setMuted(!muted);
    save(MUTED, muted ? null : true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the choices wherever the focus is in them
    <span class="reactions" onKeyDown={(event) => event.key === "Escape" && open && close()}>
      <span class="bubbles" role="status">
        {bubbles.map(({ number, words }) => (
          <span key={number} class="bubble">
            {words}
          </span>
        ))}
      </span>
      <button
        ref={button}
        type="button"
        class="round"
        aria-label={say("reactions")}
        title={say("reactions")}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 5h16v11H10l-5 4v-4H4zM9 9.500v1M15 9.500v1M9 12.500q3 2 6 0" />
        </svg>
      </button>
      <span id={id} class="reaction-choices" hidden={!open}>
        {state.seat !== null &&
          REACTIONS.map((reaction) => (
            <button key={reaction} type="button" class="small" onClick={() => choose(reaction)}>
              {say(`reaction_${reaction}`)}
            </button>
          ))}
        <button type="button" class="small quiet" onClick={mute}>
          {say(muted ? "reactionsShow" : "reactionsMute")}
        </button>
      </span>
    </span>
  );
}

/** The newest bubbles, each for a few seconds. */
function useBubbles(): [readonly Bubble[], (words: string) => void] {
  const [bubbles, setBubbles] = useState<readonly Bubble[]>([]);
  const next = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const show = (words: string): void => {
    const bubble = { number: next.current++, words };
    setBubbles((known) => [...known, bubble].slice(-MOST_SHOWN));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setBubbles((known) => known.filter(({ number }) => number !== bubble.number));
    }, SHOWN_MS);
    timers.current.add(timer);
  };
  return [bubbles, show];
}

/** What a player says; a word that this app does not know is not shown as it came. */
function wordsOf(state: GameState, playerId: string, reaction: Reaction): string {
  const index = state.players.findIndex(({ id }) => id === playerId);
  const name = playerId === state.playerId ? translate("you") : nameOf(state, index);
  const words = REACTIONS.includes(reaction) ? say(`reaction_${reaction}`) : "…";
  return say("reactionOf", { name, words });
}
