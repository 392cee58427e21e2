// Premoves in the app, and a whole game by keyboard with a clock.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";

const app = testApp(NO_RATE_LIMIT);

/** Two friends who play English draughts with a clock; the first has the first move. */
async function friends(): Promise<[Person, Person]> {
  const host = await app.open();
  await host.page.getByRole("radio", { name: "10+0" }).click();
  const guest = await app.accept(await host.invite());
  await guest.waitForStatus("is to move");
  await host.waitForStatus("Your turn");
  return [host, guest];
}

/** Chooses two squares by keys alone: the arrows go there row by row. */
async function keys({ page }: Person, ...labels: string[]): Promise<void> {
  const board = page.locator("checkers-board");
  for (const label of labels) {
    await board.evaluate((board, label) => {
      const { labels, focusSquare } = board as unknown as { labels: (string | null)[]; focusSquare: (square: number) => void };
      const focused = board.shadowRoot?.activeElement?.getAttribute("data-square");
      if (focused === null || focused === undefined) focusSquare.call(board, labels.indexOf(label));
    }, label);
    for (const key of await way(page, label)) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
  }
}

/** The arrow keys from the focused square to another one. */
function way(page: Person["page"], label: string): Promise<string[]> {
  return page.locator("checkers-board").evaluate((board, label) => {
    type Place = { row: number; column: number };
    const { labels, view } = board as unknown as {
      labels: (string | null)[];
      view: { place(square: number): Place; row(row: number): number[] };
    };
    const [from, to] = [Number(board.shadowRoot?.activeElement?.getAttribute("data-square")), labels.indexOf(label)];
    const down = view.place(to).row - view.place(from).row;
    const across = view.row(view.place(to).row).indexOf(to) - view.row(view.place(from).row).indexOf(from);
    return [
      ...Array<string>(Math.abs(down)).fill(down > 0 ? "ArrowDown" : "ArrowUp"),
      ...Array<string>(Math.abs(across)).fill(across > 0 ? "ArrowRight" : "ArrowLeft"),
    ];
  }, label);
}

/** The squares of a legal move that the player must choose; the second and later ones only as far as they decide it. */
function legalSquares({ page }: Person, number: number): Promise<string[]> {
  return page.locator("checkers-board").evaluate((board, number) => {
    type Move = { from: number; path: number[] };
    const { labels, legal } = board as unknown as { labels: string[]; legal: Move[] };
    const move = legal[number % legal.length];
    return move ? [move.from, ...move.path].map((square) => labels[square] ?? "") : [];
  }, number);
}

const moves = ({ page }: Person): Promise<string[]> => page.locator(".move").allInnerTexts();
const ended = ({ page }: Person) => page.getByRole("dialog");

test("a whole game is played by keyboard, with clocks and a premove", async () => {
  const [host, guest] = await friends();
  await keys(host, "11", "15");
  await host.waitForStatus("is to move");
  await keys(host, "8", "11");
  await host.page.getByRole("button", { name: "Cancel the premove" }).waitFor();
  expect(await host.violations()).toEqual([]);
  await guest.waitForStatus("Your turn");
  await keys(guest, "22", "17");
  await guest.waitForStatus("Your turn");
  await expect.poll(() => moves(host)).toEqual(["11-15", "22-17", "8-11"]);
  await host.page.getByRole("button", { name: "Cancel the premove" }).waitFor({ state: "detached" });
  for (let plies = 3; ; plies++) {
    const mover = plies % 2 ? guest : host;
    await mover.status.filter({ hasText: "Your turn" }).or(ended(mover)).first().waitFor();
    const labels = await legalSquares(mover, plies * 5);
    // The last move arrives before the end of the game: there is a turn, but no move for it.
    if (labels.length === 0) break;
    for (const label of labels) {
      if ((await mover.page.locator(".move").count()) > plies) break;
      await keys(mover, label);
    }
    await mover.page.locator(".move").nth(plies).waitFor();
  }
  for (const person of [host, guest]) {
    await ended(person).waitFor();
    await expect.poll(() => person.page.locator(".clock").count()).toBe(2);
    await person.leave();
  }
});

test("a premove is cancelled by its button, and one that is not possible is told on the board", async () => {
  const [host, guest] = await friends();
  await host.tap(await host.square("11"), await host.square("15"));
  await host.waitForStatus("is to move");
  await host.tap(await host.square("8"), await host.square("11"));
  await host.page.setViewportSize({ width: 390, height: 844 });
  const [button, panel] = await Promise.all([".play-status > button", ".play-panel"].map((part) => host.page.locator(part).boundingBox()));
  expect((button?.y ?? 0) + (button?.height ?? 0), "the button does not touch the panel").toBeLessThan(panel?.y ?? 0);
  await host.press("Cancel the premove");
  await host.tap(await host.square("9"), await host.square("18"));
  await host.page.getByRole("button", { name: "Cancel the premove" }).waitFor();
  await guest.waitForStatus("Your turn");
  await guest.tap(await guest.square("22"), await guest.square("17"));
  await host.waitForStatus("Your turn");
  await host.page.locator(".play-board [part=notice]", { hasText: "The premove 9-18 is not possible" }).waitFor();
  expect(await moves(host)).toEqual(["11-15", "22-17"]);
  await host.leave();
  await guest.leave();
});

test("a cell of tic-tac-toe is chosen before the turn", async () => {
  const [host, guest] = await app.friends("tictactoe");
  await host.tap(0);
  await host.waitForStatus("is to move");
  await host.tap(4);
  await host.press("Cancel the premove");
  await host.tap(8);
  await host.page.getByRole("button", { name: "Cancel the premove" }).waitFor();
  expect(await host.violations()).toEqual([]);
  await guest.waitForStatus("Your turn");
  await guest.tap(1);
  await guest.waitForStatus("Your turn");
  await expect.poll(() => moves(host)).toEqual(["X 1", "O 2", "X 9"]);
  await host.leave();
  await guest.leave();
});

test("whoever switched premoves off cannot choose a move early", async () => {
  const [host, guest] = await friends();
  await guest.visit("settings");
  await guest.page.getByRole("group", { name: "Premoves" }).getByRole("radio", { name: "None" }).click();
  await guest.visit("game");
  await guest.waitForStatus("is to move");
  const notice = guest.page.locator(".play-board [part=notice]", { hasText: "It is not your turn" });
  // The page that was left a moment ago may have the seat first.
  const isTold = async (): Promise<boolean> => {
    await guest.tap(await guest.square("22"));
    return notice.isVisible();
  };
  await expect.poll(isTold, { timeout: 60_000 }).toBe(true);
  await host.leave();
  await guest.leave();
});
