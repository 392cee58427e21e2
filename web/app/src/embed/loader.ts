// embed.js: one classic script tag that fetches the board elements from where it came itself, and connects them.
const script = document.currentScript as HTMLScriptElement | null;
const server = new URL(".", script?.src || location.href).href;

void import(/* @vite-ignore */ `${server}elements.js`).then(({ connectBoards }: typeof import("./elements.js")) => connectBoards(server));
