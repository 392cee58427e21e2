// Builds the pages, the service worker and the script-tag embed (the mode names which), and configures the tests.
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

/** The SDK gets a small client in place of the stock one; the stock one stays for networks without WebSockets. */
const smallSocket: Plugin = {
  name: "small-socket",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "socket.io-client" && !importer?.endsWith("stock-socket.ts") ? file("src/socket/small-socket.ts") : null,
};

/** Few files compress better than many: the frame of the app, and everything a game needs. */
const CHUNKS = [
  { name: "game", test: /web\/sdk|src\/socket\/(small|packet)|board\/src\/(?!checkers|tictactoe|hand|piece-layer|marks|speech|gesture|surface|choice|typed|turn|move)|screens\/game|parts\/(play-area|board|banners|move-list|player-card|actions|element)|play\/(table|positions|sounds\.|words)/ },
  { name: "frame", test: /node_modules\/preact|app\/src\/(app|router|value|address|settings|storage|appearance|lazily)|language\/(language|en)\.|parts\/(icon|notice)|play\/seat/ },
];

const PAGES = {
  rolldownOptions: {
    input: { index: file("index.html"), embed: file("embed.html") },
    output: { codeSplitting: { includeDependenciesRecursively: false, groups: CHUNKS } },
  },
};

const BUILDS = {
  worker: script("service-worker.js", "src/service-worker.ts"),
  embed: script("embed.js", "src/embed/elements.ts"),
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
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
}));
