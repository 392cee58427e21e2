// Builds each entry point as one file: all elements together, and the element of each game.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const games = fileURLToPath(new URL("../games", import.meta.url));
const names = readdirSync(games).filter((name) => existsSync(`${games}/${name}/element.ts`));
const entries = { board: `${games}/elements.ts`, ...Object.fromEntries(names.map((name) => [name, `${games}/${name}/element.ts`])) };

rmSync(fileURLToPath(new URL("dist", import.meta.url)), { recursive: true, force: true });
for (const [fileName, entry] of Object.entries(entries)) {
  await build({
    root: fileURLToPath(new URL(".", import.meta.url)),
    configFile: false,
    build: {
      target: "es2022",
      cssTarget: ["chrome111", "firefox115", "safari16.4"],
      emptyOutDir: false,
      lib: { entry, formats: ["es"], fileName },
      // Vite does not minify libraries by default; a script tag has no bundler to do it later.
      rolldownOptions: { output: { comments: false, minify: true } },
    },
  });
}
