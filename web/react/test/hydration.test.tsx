// A page rendered on the server comes alive in the browser without a mismatch.

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
  // React 18 takes the test's document for a browser and warns about layout effects on a server.
  errors.mockClear();
  const root = await act(async () => hydrateRoot(container, page));
  await waitFor(() => expect(container.textContent).toContain("Connected"));
  expect(errors).not.toHaveBeenCalled();
  act(() => root.unmount());
});
