// A search in steps: each step asks the module for a little more, so that it can be stopped between them.
import type { GameOfRequest } from "../local/module.js";
import type { Analysis } from "../replay.js";
import { askModule } from "./pages.js";

/** The positions of the first step and of the longest one, which the module allows. */
const NODES = { first: 20_000, most: 5_000_000 };
/** How long a step may take on this device: a new position waits for it. */
const STEP_MS = 700;
/** How long a position is searched. */
const WHOLE_MS = 15_000;
/** A search so deep has seen everything. */
const DEEP = 90;

/** Searches a position until it is searched enough or stopped; `report` is called after each step. The returned function stops it. */
export function search(game: GameOfRequest, lines: number, report: (found: Analysis, done: boolean) => void, fail: (problem: unknown) => void): () => void {
  let stopped = false;
  const run = async (): Promise<void> => {
    const began = performance.now();
    for (let nodes = NODES.first; !stopped; ) {
      const asked = performance.now();
      const found = await askModule("lines", { game, lines, nodes });
      const took = Math.max(1, performance.now() - asked);
      const done = found.lines.length === 0 || found.depth >= DEEP || performance.now() - began > WHOLE_MS;
      if (!stopped) report(found, done);
      if (done) return;
      nodes = Math.round(Math.min(NODES.most, nodes * Math.min(2, Math.max(1, STEP_MS / took))));
    }
  };
  run().catch((problem: unknown) => stopped || fail(problem));
  return () => {
    stopped = true;
  };
}
