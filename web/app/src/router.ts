// Maps addresses to screens and navigates between them.
import type { GameName } from "@parlour/sdk";
import { addressOf, pathOf } from "./address.js";
import { firstGame, isGame } from "./games.js";
import { Value } from "./observable.js";

/** A screen and its parameters. */
export type Route =
  | { readonly screen: "home" | "games" | "watch" | "replay" | "analysis" | "puzzles" | "settings" | "missing" }
  /** The game in a room, or the last one of this browser. */
  | { readonly screen: "game"; readonly roomId?: string }
  | { readonly screen: "join"; readonly code: string }
  | { readonly screen: "rules"; readonly variant: string | null; readonly game?: GameName };

const PLAIN = new Set(["game", "games", "watch", "replay", "analysis", "puzzles", "settings"]);

/** Reads the path below the base, such as `play/K7Q2MX`, and the query. */
export function readRoute(path: string, query = ""): Route {
  const [first = "", second, ...rest] = path.replace(/\/+$/, "").split("/").map(decode);
  if (rest.length > 0) return { screen: "missing" };
  if (first === "rules") return rulesOf(second ?? null, gameOf(query));
  if (first === "play" && second) return { screen: "join", code: second.toUpperCase() };
  if ((first === "g" || first === "watch") && second) return { screen: "game", roomId: second };
  if (second !== undefined) return { screen: "missing" };
  if (first === "") return { screen: "home" };
  return PLAIN.has(first) ? { screen: first as "game" } : { screen: "missing" };
}

/** The path to the rules of a variant; the query tells variants of the same name apart. */
export function rulesPath(game: GameName, variant: string): string {
  return `rules/${variant}${game === firstGame.name ? "" : `?game=${game}`}`;
}

/** The path of the game in a room, for everyone who may see it. */
export function gamePath(roomId: string): string {
  return `g/${encodeURIComponent(roomId)}`;
}

/** The current route. */
export const route = new Value<Route>({ screen: "home" });

/** Asks the player before a screen is left; `leave` continues. */
export type LeaveQuestion = (leave: () => void) => void;

/** The question of the screen that is shown, if it has one. */
export const leaveQuestion = new Value<LeaveQuestion | null>(null);

/** The address that is shown. */
let shown = "";

/** Navigates to a path of the app; `replace` replaces the current history entry. */
export function go(path: string, how: "push" | "replace" = "push"): void {
  history[how === "push" ? "pushState" : "replaceState"](null, "", addressOf(path));
  updateRoute();
}

/** Starts to handle links and the browser's back and forward buttons. */
export function startRouter(): void {
  addEventListener("popstate", onBack);
  addEventListener("click", onClick);
  updateRoute();
}

function updateRoute(): void {
  shown = location.href;
  route.set(readRoute(pathOf(shown) ?? "", location.search));
}

/** The player wants to go back: the browser has left the address already. */
function onBack(): void {
  const ask = leaveQuestion.get();
  if (!ask || isGameAt(location.href)) return updateRoute();
  history.pushState(null, "", shown);
  ask(() => history.back());
}

/** Whether a game is at an address: between games nothing is asked. */
function isGameAt(address: string): boolean {
  return readRoute(pathOf(address) ?? "").screen === "game";
}

/** Handles plain clicks on links of the app; leaves all others to the browser. */
function onClick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || pathOf(link.href) === null) return;
  event.preventDefault();
  const leave = (): void => {
    history.pushState(null, "", link.href);
    updateRoute();
    scrollTo(0, 0);
  };
  const ask = leaveQuestion.get();
  if (ask && !isGameAt(link.href)) ask(leave);
  else leave();
}

function rulesOf(variant: string | null, game: GameName | null): Route {
  return game ? { screen: "rules", variant, game } : { screen: "rules", variant };
}

function gameOf(query: string): GameName | null {
  const game = new URLSearchParams(query).get("game");
  return isGame(game) ? game : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
