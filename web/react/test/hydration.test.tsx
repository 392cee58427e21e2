// A page rendered on the server hydrates in the browser without a mismatch.

import { fakeServer } from "@parlour/sdk/testing";
import { act, waitFor } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ConnectionBadge, GameProvider, PlayerCard, TicTacToeBoard } from "../src/index.js";

test("hydration agrees with the server and then connects", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const server = fakeServer({ game: "tictactoe" });
  const page = (
    <GameProvider server={server} guest={{ username: "Ann", game: "tictactoe" }} storage={null}>
      <TicTacToeBoard />
      <PlayerCard player="self" />
      <ConnectionBadge />
    </GameProvider>
  );
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(page);
  // With the test's document React 18 warns about layout effects in server rendering.
  errors.mockClear();
  const root = await act(async () => hydrateRoot(container, page));
  await waitFor(() => expect(container.textContent).toContain("Connected"));
  expect(errors).not.toHaveBeenCalled();
  act(() => root.unmount());
});
