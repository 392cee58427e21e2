// Light and dark colours: those of the system, unless one was chosen.
import { Value } from "../observable.js";
import { load, save } from "../storage.js";

/** Whether the colours are dark. */
export const isDark = new Value(false);

/** Applies the colours. */
export function startTheme(): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = load<string>("dashboard-theme");
  apply(chosen === null ? system.matches : chosen === "dark");
  system.addEventListener("change", () => load("dashboard-theme") === null && apply(system.matches));
}

/** Changes between light and dark. */
export function switchTheme(): void {
  apply(!isDark.get());
  save("dashboard-theme", isDark.get() ? "dark" : "light");
}

function apply(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  isDark.set(dark);
}
