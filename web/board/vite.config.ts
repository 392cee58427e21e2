// Configures the tests; build.js builds the package.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/*.test.ts", "../games/*/tests/board/*.test.ts"],
    // Far longer than needed on a busy machine, so that only a real failure times out.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 90_000 } },
    // Each file starts its own browser.
    maxWorkers: 2,
  },
});
