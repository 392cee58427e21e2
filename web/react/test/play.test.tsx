// The components with a scripted game: they show the state, and clicks reach the server.

import type { CheckersMove, GameName } from "@parlour/sdk";
import { fakeServer, type Script } from "@parlour/sdk/testing";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, StrictMode, version } from "react";
import { describe, expect, test, vi } from "vitest";
import {
  AfkBanner,
  BetaGamerProvider,
  CheckersBoard,
  ConnectionBadge,
  GameProvider,
  MoveHistory,
  PlayerCard,
  ResultDialog,
  TicTacToeBoard,
  useAfk,
  useConnection,
  useGame,
  useGameState,
  useSession,
  useSocket,
} from "../src/index.js";

const quiet = (from: number, to: number): CheckersMove => ({ from, to, captures: [], path: [to] });
const draughts: Script<"checkers"> = { game: "checkers", legal: [[quiet(40, 33)], []], replies: [quiet(17, 24)] };

/** Renders children of a provider with a scripted server, in StrictMode, and waits for the start. */
async function play<G extends GameName>(script: Script<G>, children: ReactNode) {
  const server = fakeServer(script);
  const page = render(
    <StrictMode>
      <GameProvider server={server} guest={{ username: "Ann", game: script.game }} storage={null}>
        {children}
      </GameProvider>
    </StrictMode>,
  );
  await act(async () => {
    await vi.waitFor(() => expect(server.room.received.length).toBeGreaterThan(0), { timeout: 90_000 });
  });
  return { ...page, room: server.room, server, act: (action: () => void) => act(async () => action()) };
}

type BoardElement = HTMLElement & { board: readonly unknown[]; legal: unknown[]; you: string; turn: string | null; lastMove: unknown };
const element = (container: HTMLElement, tag: string) => container.querySelector(tag) as BoardElement;

test("the tests run with the expected version of React", () => {
  expect(version.split(".")[0]).toBe(process.env.REACT ?? "19");
});

describe("boards", () => {
  test("a draughts board shows the game and plays the player's move", async () => {
    const { container, room } = await play(
      draughts,
      <>
        <CheckersBoard className="big" />
        <MoveHistory />
      </>,
    );
    const board = element(container, "checkers-board");
    await waitFor(() => expect(board.legal).toHaveLength(1));
    expect(board).toMatchObject({ you: "red", turn: "red", columns: 8, sides: { red: "White", black: "Black" }, pieces: "white-black" });
    expect(board.getAttribute("class")).toBe("big");
    await act(async () => void board.dispatchEvent(new CustomEvent("move", { detail: quiet(40, 33) })));
    await waitFor(() => expect(board.lastMove).toEqual(quiet(17, 24)));
    expect(room.history).toHaveLength(2);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["21-17 9-13"]);
    expect(container.querySelector("[aria-current]")?.textContent).toBe("9-13");
  });

  test("a move that the server refuses is taken back with its reason", async () => {
    const onRefusal = vi.fn();
    const { container, room } = await play(draughts, <CheckersBoard onRefusal={onRefusal} />);
    room.refusals.set("game:move", { error: "you must capture", code: "must_capture", hint: "17 can." });
    const board = element(container, "checkers-board");
    const takeBack = vi.spyOn(board as never, "takeBack");
    await act(async () => void board.dispatchEvent(new CustomEvent("move", { detail: quiet(40, 33) })));
    await waitFor(() => expect(takeBack).toHaveBeenCalledWith("You must capture. 17 can."));
    expect(onRefusal).toHaveBeenCalledWith(expect.objectContaining({ code: "must_capture" }));
  });

  test("a tic-tac-toe board shows marks and the winning line", async () => {
    const { container } = await play(
      { game: "tictactoe", replies: [{ end: { winner: "you", reason: "victory", winningLine: [0, 1, 2] } }] },
      <>
        <TicTacToeBoard />
        <MoveHistory />
      </>,
    );
    const board = element(container, "tictactoe-board");
    await act(async () => void board.dispatchEvent(new CustomEvent("move", { detail: { position: 0 } })));
    await waitFor(() => expect(board).toMatchObject({ board: ["X", ...Array<null>(8).fill(null)], winningLine: [0, 1, 2], turn: null }));
    expect(screen.getByRole("listitem").textContent).toContain("X 1");
  });

  test("a board without a provider is controlled by its props", () => {
    const onMove = vi.fn();
    const { container, rerender } = render(<CheckersBoard board={[]} columns={10} rows={10} onMove={onMove} />);
    const board = element(container, "checkers-board");
    expect(board).toMatchObject({ columns: 10, rows: 10 });
    board.dispatchEvent(new CustomEvent("move", { detail: quiet(1, 2) }));
    expect(onMove).toHaveBeenCalledWith(quiet(1, 2));
    rerender(<CheckersBoard board={[]} onMove={onMove} />);
    expect(element(container, "checkers-board")).toBe(board);
    expect(board).toMatchObject({ columns: 8, rows: 8 });
  });
});

describe("around the board", () => {
  test("player cards name both players, the turn and a lost connection", async () => {
    const page = await play(
      draughts,
      <>
        <PlayerCard player="opponent" />
        <PlayerCard player="self" />
      </>,
    );
    await waitFor(() => expect(screen.getByText("White")).toBeTruthy());
    expect(page.container.querySelector('[data-player="self"]')?.textContent).toBe("you White to move");
    await page.act(() => page.room.broadcast("player:disconnected", { playerId: "opponent", socketId: "s", expiresAt: Date.now() + 60_000 }));
    const status = () => page.container.querySelector('[data-player="opponent"] [role="status"]')?.textContent;
    expect(status()).toMatch(/^opponent lost the connection \d+ s$/);
    await page.act(() => page.room.broadcast("player:reconnected", { playerId: "opponent" }));
    expect(status()).toBe("");
  });

  test("a warning is an alert for the player who must move, and disappears after the move", async () => {
    const page = await play(draughts, <AfkBanner />);
    expect(screen.queryByRole("alert")).toBeNull();
    await page.act(() => page.room.broadcast("checkers:afk_warning", { playerId: "you", secondsRemaining: 30, expiresAt: Date.now() + 30_000 }));
    expect(screen.getByRole("alert").textContent).toMatch(/^Move now, or the game is lost\. \d+ s$/);
    await page.act(() => page.room.broadcast("checkers:afk_warning_cleared", {}));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("the badge shows every state of the connection, and offers to reclaim the seat after a take-over", async () => {
    const page = await play(draughts, <ConnectionBadge />);
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Connected"));
    await page.act(() => page.server.drop());
    expect(screen.getByRole("status").textContent).toBe("Connection lost. Reconnecting…");
    await page.act(() => page.server.restore());
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Connected"));
    await page.act(() => page.room.tell("game:error", { event: "", error: "taken over", code: "taken_over" }));
    fireEvent.click(screen.getByRole("button", { name: "Play here" }));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Connected"));
  });

  test("the result opens by itself, shows the reason, and offers a rematch", async () => {
    const onClose = vi.fn();
    const page = await play(draughts, <ResultDialog onClose={onClose} />);
    expect(screen.queryByRole("dialog")).toBeNull();
    await page.act(() => page.room.end({ winner: "opponent", reason: "afk_timeout" }));
    expect(screen.getByRole("dialog").textContent).toContain("You lostbecause no move came in time");
    page.room.refusals.set("game:rematch", { error: "the opponent has left", code: "game_over" });
    fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("the opponent has left"));
    fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await page.act(() => page.room.end({ winner: null, reason: "draw" }));
    expect(screen.getByRole("dialog").textContent).toContain("Draw");
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("provider and hooks", () => {
  test("StrictMode joins once, and leaving the page closes the socket", async () => {
    const { room, server, unmount } = await play(draughts, <ConnectionBadge />);
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Connected"));
    expect(room.received.filter(({ event }) => event === "matchmaking:join")).toHaveLength(1);
    unmount();
    const before = room.received.length;
    server.drop();
    server.restore();
    expect(room.received).toHaveLength(before);
  });

  test("new but equal options at each render keep the game", async () => {
    const server = fakeServer(draughts);
    const Page = ({ round }: { round: number }) => (
      <GameProvider server={server} guest={{ username: "Ann", game: "checkers" }} storage={null}>
        <p>{round}</p>
        <ConnectionBadge />
      </GameProvider>
    );
    const { rerender } = render(<Page round={1} />);
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Connected"));
    rerender(<Page round={2} />);
    expect(screen.getByRole("status").textContent).toBe("Connected");
    expect(server.room.received.filter(({ event }) => event === "matchmaking:join")).toHaveLength(1);
  });

  test("another token is another game", async () => {
    const server = fakeServer(draughts);
    const token = (id: string) => `h.${btoa(JSON.stringify({ sid: id, game: "checkers", players: [{ id, displayName: id }] }))}.s`;
    const Name = () => (
      <p>
        {useSession().players[0]?.displayName} in {useSession().sessionId}
      </p>
    );
    const { rerender } = render(
      <BetaGamerProvider server={server} token={token("ann")}>
        <Name />
      </BetaGamerProvider>,
    );
    expect(screen.getByText("ann in ann")).toBeTruthy();
    rerender(
      <BetaGamerProvider server={server} token={token("bob")}>
        <Name />
      </BetaGamerProvider>,
    );
    expect(await screen.findByText("bob in bob")).toBeTruthy();
  });

  test("hooks return the state, a part of it, the connection, the warning and the socket", async () => {
    const seen: unknown[] = [];
    let renders = 0;
    const Probe = () => {
      const game = useGame<"checkers">();
      const state = useGameState();
      seen[0] = [state.phase, useConnection(), useAfk(), useSocket().connected, useSession().players.length, game.game];
      return null;
    };
    const Turn = () => {
      renders++;
      return <p>turn {useGameState(({ turn }) => turn)}</p>;
    };
    const page = await play(
      draughts,
      <>
        <Probe />
        <Turn />
      </>,
    );
    await waitFor(() => expect(seen[0]).toEqual(["playing", "online", null, true, 0, "checkers"]));
    const before = renders;
    await page.act(() => page.room.broadcast("game:draw:offered", { playerId: "opponent" }));
    expect(renders).toBe(before);
  });

  test("a component without a provider throws an error that names it", () => {
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => render(<ConnectionBadge />)).toThrow("needs a <GameProvider>");
    silent.mockRestore();
  });

  test("messages can be replaced", async () => {
    const server = fakeServer(draughts);
    const guest = { username: "Ann", game: "checkers" } as const;
    render(
      <GameProvider server={server} guest={guest} storage={null} messages={{ online: "Verbonden" }}>
        <ConnectionBadge />
      </GameProvider>,
    );
    expect(await screen.findByText("Verbonden")).toBeTruthy();
  });
});
