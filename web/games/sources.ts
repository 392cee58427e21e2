// Makes Vite resolve the elements of `@parlour/board` to their sources instead of the built package.
import { fileURLToPath } from "node:url";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Aliases for `resolve.alias` in a Vite configuration. */
export const ELEMENT_SOURCES = [
  { find: /^@parlour\/board$/, replacement: here("elements.ts") },
  { find: /^@parlour\/board\/(\w+)$/, replacement: here("$1/element.ts") },
];
