// What this folder and the puzzles use of the pages. They are imported as everywhere, so that a retry under another address loads no module twice.
export const { analyse, analysisPath, askModule, CopyButton, hasModule, prefer, preference, prefetchModule, replayGame, stateOf, TypedMove, useVariants } =
  await import("../pages.js");
