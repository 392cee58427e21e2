// Builds the pages, the dashboard, the service worker or the embed for script tags, by the mode, and configures the tests.
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { ELEMENT_SOURCES } from "../games/sources.js";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A classic script without a hash in its name, because other pages refer to it by name. */
const script = (name: string, source: string) => ({
  emptyOutDir: false,
  copyPublicDir: false,
  lib: { entry: file(source), formats: ["iife" as const], name: "parlour", fileName: () => name },
});

/** The name of a file that is loaded on demand; a file with the element of a game has the name of the game. */
const chunkFileName =
  (boards: string) =>
  ({ facadeModuleId, name }: { facadeModuleId?: string | null; name: string }): string => {
    const game = /\/games\/(\w+)\/element\.ts$/.exec(facadeModuleId ?? "")?.[1];
    return `${game || name === "board" ? boards : "assets/"}${game ?? name}-[hash].js`;
  };

/** The elements for other sites, as small as possible; the code that all boards share is in a separate file. */
const elements = {
  emptyOutDir: false,
  copyPublicDir: false,
  lib: { entry: file("src/embed/elements.ts"), formats: ["es" as const], fileName: () => "elements.js" },
  rolldownOptions: {
    output: {
      comments: false,
      minify: true,
      chunkFileNames: chunkFileName("assets/embed/"),
      codeSplitting: { groups: [{ name: "board", test: /web\/board\/src\// }] },
    },
  },
};

/** Replaces the stock Socket.IO client of the SDK by the small one, except in stock-socket.ts. */
const smallSocket: Plugin = {
  name: "small-socket",
  enforce: "pre",
  resolveId: (source, importer) => (source === "socket.io-client" && !importer?.endsWith("stock-socket.ts") ? file("src/socket/small-socket.ts") : null),
};

/** The board of placed pieces is part of each game that uses it: in the core, every other game would load it too. */
const ownPlacingBoard: Plugin = {
  name: "own-placing-board",
  enforce: "pre",
  async resolveId(source, importer) {
    const game = /\/games\/(\w+)\/board\//.exec(importer ?? "")?.[1];
    if (!game || !source.endsWith("/placing-board.js")) return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return resolved && `${resolved.id}?${game}`;
  },
};

/** Replaces Vite's helper for `import()`, which preloads dependencies: the files of this app have none but the core. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : null),
};

/**
 * Few files mean few requests and compress better. `core`, which every page loads first, has what a game and its board need; `visits` has
 * games by address, watching and invitations, `lobby` who waits and what players say, `analysis` replays, the analysis board and the puzzles, `pages` all other screens.
 * Files that are loaded on demand import only from the core, so that
 * a retry under another address loads no module twice.
 */
const PAGES_ONLY = [
  "app/src/pages.",
  "app/module/",
  "app/src/screens/",
  "app/src/play/begin",
  "app/src/play/autopilot",
  "app/src/play/catalogue",
  "app/src/play/choice",
  "app/src/play/rule-words",
  "app/src/play/time-presets",
  "app/src/local/",
  "app/src/replay.",
  "app/src/server.",
  "app/src/visits",
  "app/src/analysis",
  "app/src/puzzles",
  "app/puzzles/",
  "app/src/language/en-pages",
  "app/src/lobby",
  "sdk/src/live-lobby",
  "sdk/src/reactions",
  "app/src/parts/clipboard",
  "app/src/parts/computer-dialog",
  "app/src/parts/copy-button",
  "app/src/parts/name-field",
  "app/src/parts/opening-notes",
  "app/src/parts/result-dialog",
  "app/src/parts/rule-items",
  "app/src/parts/typed-move",
  "app/src/parts/variant-picker",
];
const ALONE =
  /web\/games\/\w+\/(element|editor|board\/|rules\/|words\/(?!en\.))|web\/board\/src\/(gesture|surface|placing-board)|language\/(de|nl|ru|pt-br|fr|it|es|tr|pl|ar)\.|confirm-dialog|player-clock|play\/(arrival|sound\.)|stock-socket|socket\.io|engine\.io|app\/src\/(main|embed\/)|\.(css|html)$/;
const isOfPages = (id: string): boolean => PAGES_ONLY.some((part) => id.includes(part)) && !id.includes("screens/game.");

const PAGES = {
  rolldownOptions: {
    input: { index: file("index.html"), embed: file("embed.html") },
    output: {
      chunkFileNames: chunkFileName("assets/"),
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: "core", test: (id: string) => !isOfPages(id) && !ALONE.test(id) }],
      },
    },
  },
};

/** Replaces `import()` by the retrying import of src/part.ts. */
const parts: Plugin = {
  name: "parts",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      chunk.code = chunk.code.replace(/\bimport\(\s*([`"']\.\/[^`"']+[`"'])\s*\)/g, "parlourImport($1,import.meta.url,(path)=>import(path))");
    }
  },
};

/** The page of the dashboard: its files are its own, so that players load nothing for it. */
const dashboard = {
  emptyOutDir: false,
  copyPublicDir: false,
  rolldownOptions: {
    input: { dashboard: file("dashboard.html") },
    output: {
      entryFileNames: "assets/dashboard/[name]-[hash].js",
      chunkFileNames: "assets/dashboard/[name]-[hash].js",
      assetFileNames: "assets/dashboard/[name]-[hash][extname]",
    },
  },
};

const BUILDS = {
  dashboard,
  worker: script("service-worker.js", "src/service-worker.ts"),
  boot: script("boot.js", "src/boot.ts"),
  loader: script("embed.js", "src/embed/loader.ts"),
  elements,
};

const PLUGINS: Readonly<Record<string, Plugin[]>> = { elements: [smallSocket, parts], dashboard: [smallSocket, plainImports] };

export default defineConfig(({ mode }) => ({
  base: "./",
  worker: { format: "es" },
  plugins: PLUGINS[mode] ?? (mode in BUILDS ? [smallSocket] : [smallSocket, ownPlacingBoard, plainImports, parts]),
  resolve: { alias: ELEMENT_SOURCES, conditions: ["parlour-source", "module", "browser", "development|production"] },
  build: {
    target: "es2022",
    cssTarget: ["chrome111", "firefox115", "safari16.4"],
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // The page preloads the core with its script: both load in parallel, and src/boot.ts knows which files to retry.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file: string, needed: string[], { hostType }: { hostType: string }) => (hostType === "html" ? needed : []),
    },
    ...(BUILDS[mode as keyof typeof BUILDS] ?? PAGES),
  },
  test: {
    include: ["tests/*.test.ts"],
    // Far longer than needed on a busy machine, so that only a real failure times out.
    testTimeout: 600_000,
    // A failed comparison shows the whole value in its first line.
    chaiConfig: { truncateThreshold: 0 },
    expect: { poll: { timeout: 90_000 } },
    hookTimeout: 600_000,
    // Each file starts its own browser and server.
    maxWorkers: 2,
  },
}));
