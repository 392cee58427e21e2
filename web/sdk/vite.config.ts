// Builds the three entry points and runs the tests.
import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    target: "es2022",
    sourcemap: true,
    minify: true,
    lib: {
      entry: { index: "src/index.ts", server: "src/server/index.ts", testing: "src/testing/index.ts" },
      formats: ["es"],
    },
    rollupOptions: { external: ["socket.io-client", /^node:/] },
  },
  test: { include: ["test/**/*.test.ts"], testTimeout: 600_000, hookTimeout: 600_000 },
});
