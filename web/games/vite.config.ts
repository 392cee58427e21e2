// Configures the tests.
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { ELEMENT_SOURCES } from "./sources.js";

export default defineConfig({
  resolve: { alias: ELEMENT_SOURCES, conditions: ["parlour-source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["parlour-source", ...defaultClientConditions] } },
  test: { include: ["tests/*.test.ts", "*/tests/*.test.ts"] },
});
