// Maps addresses below /dashboard to pages.
import { addressOf, pathOf } from "../address.js";
import { Value } from "../observable.js";

/** The page, and what it is about. */
export interface Route {
  readonly page: string;
  readonly id?: string | undefined;
}

/** The current route. */
export const route = new Value<Route>({ page: "" });

/** What had the focus when the route changed last. */
let focusedBefore: Element | null = null;

/** Whether the focus may move to the page that is shown: not if it was moved while the page was loaded. */
export function mayTakeFocus(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement === focusedBefore;
}

/** The address of a page. */
export function pageAddress(page: string, id?: string): string {
  return addressOf(["dashboard", page, id && encodeURIComponent(id)].filter(Boolean).join("/"));
}

/** Shows a page. */
export function go(page: string, id?: string): void {
  history.pushState(null, "", pageAddress(page, id));
  update();
}

/** Starts to handle links and the browser's back and forward buttons. */
export function startRouter(): void {
  addEventListener("popstate", update);
  addEventListener("click", onClick);
  update();
}

function update(): void {
  focusedBefore = document.activeElement;
  const [, page = "", id] = (pathOf(location.href) ?? "").replace(/\/+$/, "").split("/");
  route.set(id === undefined ? { page } : { page, id: decodeURIComponent(id) });
}

/** Handles plain clicks on links of the dashboard; leaves all others to the browser. */
function onClick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
  if (!/^dashboard(\/|$)/.test(pathOf(link.href) ?? "")) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  update();
  scrollTo(0, 0);
}
