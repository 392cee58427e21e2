// The frame of every screen: header, the screen of the route, and an error boundary.
import { Component, type ComponentChild, type ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Key, language, translate } from "./language/language.js";
import { lazyScreen } from "./lazy.js";
import { Icon, type IconName } from "./parts/icon.js";
import { Notice } from "./parts/notice.js";
import { type Route, route } from "./router.js";
import { GameScreen } from "./screens/game.js";
import { useValue } from "./value.js";

const HomeScreen = lazyScreen(async () => (await import("./pages.js")).HomeScreen);
const HistoryScreen = lazyScreen(async () => (await import("./visits.js")).HistoryScreen);
const JoinScreen = lazyScreen(async () => (await import("./visits.js")).JoinScreen);
const WatchScreen = lazyScreen(async () => (await import("./visits.js")).WatchScreen);
const AnalysisScreens = lazyScreen(async () => (await import("./analysis.js")).AnalysisScreens);
const RulesScreen = lazyScreen(async () => (await import("./pages.js")).RulesScreen);
const SettingsScreen = lazyScreen(async () => (await import("./screens/settings.js")).SettingsScreen);

const TITLES: Partial<Record<Route["screen"], Key>> = {
  game: "play",
  games: "ownGames",
  join: "joining",
  watch: "watch",
  rules: "rules",
  settings: "settings",
  missing: "missing",
};

/** The whole app. */
export function App(): ComponentChild {
  const now = useValue(route);
  useValue(language);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const title = TITLES[now.screen];
  document.title = title ? `${translate(title)} · Parlour` : "Parlour";
  useEffect(() => {
    // A new screen is a new page: move the focus, so that screen readers start at its top.
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [now.screen]);
  const playing = now.screen === "game";
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page; the base of the document makes `#main` another page */}
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {translate("skip")}
      </a>
      <Header screen={now.screen} compact={playing} />
      <main id="main" ref={main} tabIndex={-1} class={playing ? "main-play" : "main"}>
        <ErrorBoundary key={now.screen}>
          <Screen now={now} />
        </ErrorBoundary>
      </main>
    </>
  );
}

function Screen({ now }: { now: Route }): ComponentChild {
  switch (now.screen) {
    case "home":
      return <HomeScreen />;
    case "join":
      return <JoinScreen code={now.code} />;
    case "game":
      return <GameScreen roomId={now.roomId} />;
    case "games":
      return <HistoryScreen />;
    case "watch":
      return <WatchScreen />;
    case "replay":
    case "analysis":
    case "puzzles":
      return <AnalysisScreens screen={now.screen} />;
    case "rules":
      return <RulesScreen variant={now.variant} game={now.game} />;
    case "settings":
      return <SettingsScreen />;
    case "missing":
      return <Notice title={translate("missing")} text={translate("missingText")} />;
  }
}

const LINKS: readonly [path: string, icon: IconName, key: "watch" | "replay" | "rules" | "settings"][] = [
  ["watch", "watch", "watch"],
  ["replay", "replay", "replay"],
  ["rules", "rules", "rules"],
  ["settings", "settings", "settings"],
];

function Header({ compact, screen }: { compact: boolean; screen: Route["screen"] }): ComponentChild {
  return (
    <header class={compact ? "header compact" : "header"}>
      <a class="brand" href=".">
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <circle cx="16" cy="24" r="11" class="brand-back" />
          <circle cx="24" cy="16" r="11" class="brand-front" />
          <path d="M18.5 20l-1.5-7 4 3 3-4.5 3 4.5 4-3-1.5 7z" />
        </svg>
        <span>Parlour</span>
      </a>
      <nav aria-label={translate("navigation")}>
        {LINKS.map(([path, icon, key]) => (
          <a key={path} href={path} aria-current={screen === key ? "page" : undefined}>
            <Icon name={icon} />
            <span>{translate(key)}</span>
          </a>
        ))}
      </nav>
    </header>
  );
}

/** Shows an error message instead of an empty page when a screen throws. */
class ErrorBoundary extends Component<{ children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failed: true });
  }

  render(): ComponentChild {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice title={translate("broken")} text={translate("brokenText")}>
        <button type="button" class="primary" onClick={() => location.reload()}>
          {translate("reload")}
        </button>
      </Notice>
    );
  }
}
