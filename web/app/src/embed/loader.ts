// embed.js: a classic script that loads the board elements from its own origin and connects them.
const script = document.currentScript as HTMLScriptElement | null;
const server = new URL(".", script?.src || location.href).href;

load(0);

/** Loads the elements; each retry uses another address and a longer delay. */
function load(tries: number): void {
  import(/* @vite-ignore */ `${server}elements.js${tries ? `?retry=${tries}` : ""}`).then(
    ({ connectBoards }: typeof import("./elements.js")) => connectBoards(server),
    () => setTimeout(load, Math.min(tries + 1, 30) * 1000, tries + 1),
  );
}
