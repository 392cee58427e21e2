// Searches every position of a line, so that its moves can be judged.
import type { GameOfRequest } from "../local/module.js";
import type { Analysis } from "../replay.js";
import { gameAt } from "./analysed-game.js";
import { bounded, DECIDED, type Evaluation } from "./judgement.js";
import { type MoveTree, START } from "./move-tree.js";
import { askModule } from "./pages.js";

/** The positions that are searched for each move. */
const NODES = 60_000;

/** Searches the positions of a line, the start first; `report` is called with all so far. The returned function stops it. */
export function review(tree: MoveTree, line: readonly number[], report: (found: readonly Evaluation[]) => void, fail: (problem: unknown) => void): () => void {
  let stopped = false;
  const run = async (): Promise<void> => {
    const found: Evaluation[] = [];
    for (const at of [START, ...line]) {
      const game = gameAt(tree, at);
      const analysis = await askModule("lines", { game, lines: 1, nodes: NODES });
      const evaluation = evaluationOf(analysis) ?? { score: await resultOf(game), best: null };
      if (stopped) return;
      found.push(evaluation);
      report([...found]);
    }
  };
  run().catch((problem: unknown) => stopped || fail(problem));
  return () => {
    stopped = true;
  };
}

function evaluationOf({ lines: [best] }: Analysis): Evaluation | null {
  return best ? { score: bounded(best.score), best: best.text[0] ?? null } : null;
}

/** The value of a position in which the game is over. */
async function resultOf(game: GameOfRequest): Promise<number> {
  const { over } = await askModule("state", { game });
  return over?.winner === 0 ? DECIDED : over?.winner === 1 ? -DECIDED : 0;
}
