// embed.js: one classic script tag that fetches the board elements from where it came itself, and connects them.
const script = document.currentScript as HTMLScriptElement | null;
const server = new URL(".", script?.src || location.href).href;

load(0);

/** After a failure the next try, under another address, comes later each time. */
function load(tries: number): void {
  import(/* @vite-ignore */ `${server}elements.js${tries ? `?retry=${tries}` : ""}`).then(
    ({ connectBoards }: typeof import("./elements.js")) => connectBoards(server),
    () => setTimeout(load, Math.min(tries + 1, 30) * 1000, tries + 1),
  );
}
