// @vitest-environment node
// Server rendering: no DOM, no connection, a placeholder of the right shape.

import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { AfkBanner, CheckersBoard, ConnectionBadge, GameProvider, MoveHistory, PlayerCard, ResultDialog, TicTacToeBoard } from "../src/index.js";

test("a page renders without a document", () => {
  const errors = vi.spyOn(console, "error");
  expect(typeof document).toBe("undefined");
  const html = renderToString(
    <StrictMode>
      <GameProvider guest={{ username: "Ann", game: "checkers" }}>
        <ConnectionBadge />
        <PlayerCard player="self" />
        <CheckersBoard className="big" />
        <AfkBanner />
        <MoveHistory />
        <ResultDialog />
      </GameProvider>
    </StrictMode>,
  );
  expect(errors).not.toHaveBeenCalled();
  expect(html).toContain("Connecting…");
  const [board] = /<checkers-board[^>]*>/.exec(html) ?? [];
  expect(board).toContain('style="display:block;aspect-ratio:1"');
  expect(board).toContain('class="big"');
});

test("the placeholder has the shape of the board", () => {
  expect(renderToString(<CheckersBoard columns={10} rows={8} />)).toContain("aspect-ratio:1.25");
  expect(renderToString(<TicTacToeBoard style={{ maxWidth: 300 }} />)).toContain("aspect-ratio:1;max-width:300px");
});
