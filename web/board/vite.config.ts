// Builds one entry point as a single ES module (the mode names it) and configures the tests.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  build: {
    target: "es2022",
    cssTarget: ["chrome111", "firefox115", "safari16.4"],
    emptyOutDir: false,
    lib: { entry: fileURLToPath(new URL(`src/${mode}.ts`, import.meta.url)), formats: ["es"], fileName: mode },
    // Vite leaves the white space and notes of libraries in; a script tag has no bundler to take them out.
    rolldownOptions: { output: { comments: false, minify: true } },
  },
  test: {
    include: ["tests/*.test.ts"],
    // Far longer than on a busy machine: what is not there by then does not come.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 90_000 } },
    // Each file has a browser of its own.
    maxWorkers: 2,
  },
}));
