// Configures the tests; build.js builds.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/*.test.ts", "../games/*/tests/board/*.test.ts"],
    // Far longer than on a busy machine: what is not there by then does not come.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 90_000 } },
    // Each file has a browser of its own.
    maxWorkers: 2,
  },
});
