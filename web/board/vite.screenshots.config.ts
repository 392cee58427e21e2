// Takes screenshots of the boards instead of running the tests.
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["tests/screenshots.ts"], testTimeout: 60_000, hookTimeout: 60_000 } });
