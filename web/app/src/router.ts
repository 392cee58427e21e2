// Maps addresses to screens and navigates between them.
import type { GameName } from "@parlour/sdk";
import { addressOf, pathOf } from "./address.js";
import { firstGame, isGame } from "./games.js";
import { Value } from "./observable.js";

/** A screen and its parameters. */
export type Route =
  | { readonly screen: "home" | "game" | "games" | "watch" | "replay" | "settings" | "missing" }
  | { readonly screen: "join"; readonly code: string; readonly game: GameName | null }
  | { readonly screen: "watching"; readonly roomId: string; readonly game: GameName | null }
  | { readonly screen: "rules"; readonly variant: string | null; readonly game?: GameName };

const PLAIN = new Set(["game", "games", "watch", "replay", "settings"]);

/** Reads the path below the base, such as `play/K7Q2MX`, and the query. */
export function readRoute(path: string, query = ""): Route {
  const [first = "", second, ...rest] = path.replace(/\/+$/, "").split("/").map(decode);
  if (rest.length > 0) return { screen: "missing" };
  if (first === "rules") return rulesOf(second ?? null, gameOf(query));
  if (first === "play" && second) return { screen: "join", code: second.toUpperCase(), game: gameOf(query) };
  if (first === "watch" && second) return { screen: "watching", roomId: second, game: gameOf(query) };
  if (second !== undefined) return { screen: "missing" };
  if (first === "") return { screen: "home" };
  return PLAIN.has(first) ? { screen: first as "game" } : { screen: "missing" };
}

/** The path to the rules of a variant; the query tells variants of the same name apart. */
export function rulesPath(game: GameName, variant: string): string {
  return `rules/${variant}${game === firstGame.name ? "" : `?game=${game}`}`;
}

/** The current route. */
export const route = new Value<Route>({ screen: "home" });

/** Navigates to a path of the app; `replace` replaces the current history entry. */
export function go(path: string, how: "push" | "replace" = "push"): void {
  history[how === "push" ? "pushState" : "replaceState"](null, "", addressOf(path));
  updateRoute();
}

/** Starts to handle links and the browser's back and forward buttons. */
export function startRouter(): void {
  addEventListener("popstate", updateRoute);
  addEventListener("click", onClick);
  updateRoute();
}

function updateRoute(): void {
  route.set(readRoute(pathOf(location.href) ?? "", location.search));
}

/** Handles plain clicks on links of the app; leaves all others to the browser. */
function onClick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || pathOf(link.href) === null) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  updateRoute();
  scrollTo(0, 0);
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
