// Builds the pages, the service worker and the embed for script tags (the mode names which), and configures the tests.
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** One classic script without a hash in its name: pages outside know it by this name. */
const script = (name: string, source: string) => ({
  emptyOutDir: false,
  copyPublicDir: false,
  lib: { entry: file(source), formats: ["iife" as const], name: "parlour", fileName: () => name },
});

/** The elements for pages of others, with as little else as possible. */
const elements = {
  emptyOutDir: false,
  copyPublicDir: false,
  lib: { entry: file("src/embed/elements.ts"), formats: ["es" as const], fileName: () => "elements.js" },
  rolldownOptions: { output: { comments: false, minify: true, chunkFileNames: "assets/[name]-[hash].js" } },
};

/** The SDK gets a small client in place of the stock one; the stock one stays for networks without WebSockets. */
const smallSocket: Plugin = {
  name: "small-socket",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "socket.io-client" && !importer?.endsWith("stock-socket.ts") ? file("src/socket/small-socket.ts") : null,
};

/** Few files compress better than many: everything a game needs in one, the frame of the app in another. */
const GAME = [
  "web/sdk/src/", "app/src/socket/small", "app/src/socket/packet", "app/src/screens/game", "app/src/play/table",
  "app/src/play/positions", "app/src/play/seen", "app/src/play/shown", "app/src/play/sounds", "app/src/play/words", "app/src/parts/play-area",
  "app/src/parts/board", "app/src/parts/banners", "app/src/parts/move-list", "app/src/parts/player-card",
  "app/src/parts/actions", "app/src/parts/element", "app/src/parts/copy-button", "app/src/server", "board/src/announcer",
  "board/src/board-element", "board/src/board.css", "board/src/commands", "board/src/drawing", "board/src/grid",
  "board/src/motion", "board/src/notice", "board/src/properties", "board/src/refusal", "board/src/template", "board/src/view",
];
const FRAME = [
  "node_modules/preact/", "app/src/app", "app/src/router", "app/src/value", "app/src/address", "app/src/settings",
  "app/src/storage", "app/src/lazily", "app/src/language/language", "app/src/language/en.", "app/src/parts/icon",
  "app/src/parts/notice", "app/src/play/seat",
];
const within = (parts: readonly string[]) => (id: string): boolean => parts.some((part) => id.includes(part));

const PAGES = {
  rolldownOptions: {
    input: { index: file("index.html"), embed: file("embed.html") },
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: "game", test: within(GAME) }, { name: "frame", test: within(FRAME) }],
      },
    },
  },
};

const BUILDS = {
  worker: script("service-worker.js", "src/service-worker.ts"),
  loader: script("embed.js", "src/embed/loader.ts"),
  elements,
};

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [smallSocket],
  resolve: { conditions: ["source", "module", "browser", "development|production"] },
  build: {
    target: "es2022",
    cssTarget: ["chrome111", "firefox115", "safari16.4"],
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false as const,
    ...(BUILDS[mode as keyof typeof BUILDS] ?? PAGES),
  },
  test: {
    include: ["tests/*.test.ts"],
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    fileParallelism: false,
  },
}));
