// Builds the elements as ES modules and configures their tests.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (name: string): string => fileURLToPath(new URL(`src/${name}.ts`, import.meta.url));

export default defineConfig({
  build: {
    target: "es2022",
    minify: true,
    lib: {
      entry: { board: source("board"), checkers: source("checkers"), tictactoe: source("tictactoe") },
      formats: ["es"],
    },
    // Vite leaves the white space of libraries in; a script tag has no bundler to take it out.
    rolldownOptions: { output: { chunkFileNames: "chunks/[name].js", minify: true } },
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
