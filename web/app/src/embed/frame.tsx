// The page for frames on other sites: plays the game of a token and posts messages to the embedding page.
import "../part.js";
import { createGame, type GameState, ParlourError } from "@parlour/sdk";
import { type ComponentChild, render } from "preact";
import { useEffect } from "preact/hooks";
import { base } from "../address.js";
import { startAppearance } from "../appearance.js";
import { translate } from "../language/language.js";
import { loadPageMessages } from "../language/load-page-messages.js";
import { ConnectionBadge } from "../parts/banners.js";
import { Notice } from "../parts/notice.js";
import { PlayArea } from "../parts/play-area.js";
import { type LiveGame, ServerGame } from "../play/live-game.js";
import { refusalOf } from "../play/refusal.js";
import { variantName } from "../play/words.js";
import { CHOICES, LANGUAGES, type Language, settings } from "../settings.js";
import { useValue } from "../value.js";
import { type Message, messagesBetween } from "./messages.js";
import "../styles/index.css";

void start();

async function start(): Promise<void> {
  const parameters = new URLSearchParams(location.hash.slice(1));
  settings.set({ ...settings.get(), ...settingsOf(parameters) });
  await startAppearance();
  showColours(parameters);
  await loadPageMessages();
  const place = document.getElementById("app");
  if (!place) return;
  place.replaceChildren();
  new ResizeObserver(([entry]) => {
    const { height = 0, width = 0 } = entry?.contentRect ?? {};
    postToParent({ source: "parlour", type: "resize", width: Math.ceil(width), height: Math.ceil(height) });
  }).observe(place);
  render(<Frame token={parameters.get("t") ?? ""} />, place);
}

function Frame({ token }: { token: string }): ComponentChild {
  const live = openLiveGame(token);
  if (live instanceof ParlourError)
    return (
      <Notice title={translate("failed")} text={refusalOf(live)}>
        <span />
      </Notice>
    );
  return <FramedGame live={live} />;
}

function FramedGame({ live }: { live: LiveGame }): ComponentChild {
  const state = useValue(live);
  useEffect(() => {
    let before: GameState | null = null;
    const look = (): void => {
      messagesBetween(before, live.get()).forEach(postToParent);
      before = live.get();
    };
    look();
    return live.subscribe(look);
  }, [live]);
  if (state.connection === "failed")
    return (
      <Notice title={translate("failed")} text={refusalOf(state.error)}>
        <span />
      </Notice>
    );
  if (state.roomId === null)
    return (
      <p class="notice-screen muted" role="status">
        {translate(state.phase === "waiting" ? "waitingStranger" : "connecting")}
      </p>
    );
  return (
    <main class="main-play">
      <PlayArea live={live} pdn={null} onNewGame={null}>
        <h1 class="play-title">{variantName(state.game, state.variant ?? "", state.layout?.name)}</h1>
        <ConnectionBadge connection={state.connection} />
      </PlayArea>
    </main>
  );
}

let opened: LiveGame | ParlourError | null = null;

/** Opens the game once for the life of the page. */
function openLiveGame(token: string): LiveGame | ParlourError {
  try {
    opened ??= new ServerGame([createGame({ server: base(), token })]);
  } catch (error) {
    if (!(error instanceof ParlourError)) throw error;
    opened = error;
    postToParent({ source: "parlour", type: "error", code: error.code, message: error.message, hint: error.hint });
  }
  return opened;
}

/** The settings in the address: those of `CHOICES`, and `lang`. */
function settingsOf(parameters: URLSearchParams): object {
  const known = Object.entries(CHOICES).filter(([name, values]) => (values as readonly string[]).includes(parameters.get(name) ?? ""));
  const lang = parameters.get("lang");
  const language = lang && lang in LANGUAGES ? { language: lang as Language } : {};
  return { ...Object.fromEntries(known.map(([name]) => [name, parameters.get(name)])), ...language };
}

/** Shows the board in the colours of the address, such as `light=f0d9b5`, unless high contrast is wanted. */
function showColours(parameters: URLSearchParams): void {
  const { board, theme } = settings.get();
  if (board === "contrast" || theme === "contrast") return;
  for (const name of ["light", "dark", "first", "second", "mark"]) {
    const digits = parameters.get(name) ?? "";
    if (/^[\da-f]{6}$/i.test(digits)) document.documentElement.style.setProperty(`--parlour-${name}`, `#${digits}`);
  }
}

/** Any origin may embed the frame, so a message must not contain secrets. */
function postToParent(message: Message): void {
  if (parent !== window) parent.postMessage(message, "*");
}
