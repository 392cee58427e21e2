// Takes screenshots of the screens instead of running the tests.
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["tests/screenshots.ts"], testTimeout: 1_800_000, hookTimeout: 120_000 } });
