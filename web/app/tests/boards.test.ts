// Boards of every shape in the app: two people on one screen, refusals, stepping back, window sizes.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { hasModule } from "./steps.js";

const app = testApp(`${NO_RATE_LIMIT}
  [times.idle.tictactoe]
  timeout = "120s"
  warning = "119s"
`);

/** Starts a game of a variant for two people on one screen. */
async function oneScreen(variant: string): Promise<Person> {
  const person = await app.open();
  await person.playOnOneScreen(variant);
  return person;
}

async function check(variant: string, move: [from: string, to: string], next: string): Promise<void> {
  const person = await oneScreen(variant);
  await person.tap(await person.square(move[0]), await person.square(move[1]));
  await person.waitForStatus(next);
  await expect.poll(() => person.page.locator(".move").allInnerTexts()).toEqual([move.join("-")]);
  await person.leave();
}

test("the Turkish board plays straight ahead", () => check("Turkish draughts", ["a3", "a4"], "Black to move"));

test("the Canadian board of 12 by 12 plays", () => check("Canadian draughts", ["43", "37"], "Black to move"));

/** Collects the names of all events that the page sends; `lines` has its open connections. */
function sentBy({ page }: Person, lines = new Set<unknown>()): string[] {
  const events: string[] = [];
  page.on("websocket", (line) => {
    lines.add(line);
    line.on("close", () => lines.delete(line));
    line.on("framesent", ({ payload }) => void events.push(/\["([^"]+)"/.exec(payload.toString())?.[1] ?? ""));
  });
  return events;
}

/** A legal move of the side to move in notation; which one depends on the ply. */
function legalMove({ page }: Person, ply: number): Promise<string> {
  return page.locator("checkers-board").evaluate((element, ply) => {
    type Move = { from: number; captures: number[]; path: number[] };
    const { labels, legal } = element as unknown as { labels: string[]; legal: Move[] };
    const move = legal[(ply * 7) % legal.length];
    const squares = move ? [move.from, ...move.path] : [];
    return squares.map((square) => labels[square]).join(move?.captures.length ? "x" : "-");
  }, ply);
}

test("a whole game of draughts never requests legal moves: they come with each position", async () => {
  const host = await app.open();
  const sent = sentBy(host);
  await host.choose({ variant: "English draughts" });
  const guest = await app.accept(await host.invite());
  let plies = 0;
  for (; (await host.page.getByRole("dialog").count()) === 0; plies++) {
    const mover = plies % 2 ? guest : host;
    const over = mover.page.getByRole("dialog");
    await mover.status.filter({ hasText: "Your turn" }).or(over).first().waitFor();
    const move = await legalMove(mover, plies);
    // The last move arrives before the end of the game: there is a turn, but no move for it.
    if (!move) break;
    await mover.typed(move);
  }
  await host.page.getByRole("dialog").waitFor();
  await expect.poll(() => host.page.locator(".move").count()).toBe(plies);
  expect(sent.filter((event) => event === "game:move")).toHaveLength(Math.ceil(plies / 2));
  expect(sent).not.toContain("game:get_moves");
  await host.leave();
  await guest.leave();
});

test.runIf(hasModule)("a whole game at one screen sends nothing to the server", async () => {
  const person = await app.open();
  const lines = new Set();
  const sent = sentBy(person, lines);
  await person.playOnOneScreen("English draughts");
  // Home follows the lobby until it is left.
  await expect.poll(() => lines.size).toBe(0);
  sent.length = 0;
  let plies = 0;
  for (; /to move/.test(await person.status.innerText()); plies++) {
    await person.typed(await legalMove(person, plies));
    const next = plies % 2 ? "Red to move" : "White to move";
    await person.status.filter({ hasText: next }).or(person.page.getByRole("dialog")).first().waitFor();
  }
  await expect.poll(() => person.page.locator(".move").count()).toBe(plies);
  expect([...sent, ...lines]).toEqual([]);
  await person.leave();
});

test("a refusal is shown on the board and announced", async () => {
  const person = await oneScreen("English draughts");
  await person.moves("11", "15");
  await person.moves("22", "18");
  await person.waitForStatus("Red to move and must capture");
  await person.tap(await person.square("4"));
  const said = "You must capture with 15";
  await person.page.locator(".play-board [part=notice]", { hasText: said }).waitFor();
  await person.page.locator(".play-board [role=log]", { hasText: said }).waitFor({ state: "attached" });
  await person.leave();
});

test("the moves can be stepped through by click and by arrow keys, and the game goes on", async () => {
  const person = await oneScreen("Russian draughts");
  await person.moves("c3", "d4");
  await person.moves("b6", "a5");
  await person.waitForStatus("White to move");
  await person.page.locator(".move", { hasText: "c3-d4" }).click();
  await person.waitForStatus("You look at the board after move 1");
  expect(await person.cell(await person.square("b6")).getAttribute("aria-label")).toContain("Black man");
  await person.page.keyboard.press("ArrowLeft");
  await person.waitForStatus("after move 0");
  expect(await person.cell(await person.square("c3")).getAttribute("aria-label")).toContain("White man");
  await person.page.keyboard.press("End");
  await person.waitForStatus("White to move");
  await person.page.reload();
  await person.waitForStatus("White to move");
  await person.page.keyboard.press("ArrowLeft");
  await person.waitForStatus("after move 1");
  await person.page.locator('.play-board [role=gridcell][aria-label^="b6, Black man"]').waitFor();
  await person.leave();
});

test("a warning for not moving counts down, and a move clears it", async () => {
  const [host, guest] = [await app.open(), await app.open()];
  for (const person of [host, guest]) {
    await person.choose("tictactoe");
    await person.press("Play now");
    if (person === host) await host.page.getByText("Looking for an opponent").waitFor();
  }
  await host.page.locator(".banner.urgent", { hasText: "Move now" }).waitFor();
  await guest.page.locator(".banner.warn", { hasText: "must move soon" }).waitFor();
  await expect.poll(() => host.page.locator(".countdown").innerText()).toMatch(/^\d+ s$/);
  await host.tap(4);
  await guest.page.locator(".banner", { hasText: "must move soon" }).waitFor({ state: "detached" });
  await host.leave();
  await guest.leave();
});

const VIEWPORTS = [
  [1280, 720],
  [1280, 800],
  [844, 390],
  [390, 844],
  [320, 568],
  [768, 1024],
] as const;

test("the whole board is seen without scrolling in six windows", async () => {
  const person = await oneScreen("Canadian draughts");
  for (const [width, height] of VIEWPORTS) {
    await person.page.setViewportSize({ width, height });
    const box = await person.page.locator(".play-board").boundingBox();
    const seen = `${width}×${height}: ${JSON.stringify(box)}`;
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, seen).toBe(true);
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide, `${width}×${height} scrolls sideways`).toBe(false);
    const cell = await person.cell(1).boundingBox();
    expect(cell?.width, seen).toBeGreaterThanOrEqual(24);
  }
  await person.leave();
});

test("reduced motion leaves nothing moving", async () => {
  const person = await oneScreen("Russian draughts");
  await person.tap(await person.square("c3"), await person.square("d4"));
  const running = await person.page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll("checkers-board")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    return roots.flatMap((root) => root.getAnimations()).filter(({ playState }) => playState === "running").length;
  });
  expect(running).toBe(0);
  await person.leave();
});
