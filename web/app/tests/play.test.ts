// Playing, in a real browser against a real server.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";

const app = testApp(`${NO_RATE_LIMIT}
  [times]
  shutdown_grace = "1s"
  [times.bot_delays.tictactoe]
  easy = "10ms-20ms"
`);

/** Plays cells in turn, X first. */
async function play([one, other]: [Person, Person], ...cells: number[]): Promise<void> {
  for (const [index, cell] of cells.entries()) {
    const mover = index % 2 ? other : one;
    await mover.waitForStatus("Your turn");
    await mover.tap(cell);
  }
}

test("two people finish a game by link, see why it ended, and play again", async () => {
  const [host, guest] = await app.friends("tictactoe");
  await play([host, guest], 0, 3, 1, 4, 2);
  await host.page.getByRole("dialog", { name: "You won" }).waitFor();
  await guest.page.getByRole("dialog", { name: "You lost" }).waitFor();
  await expect.poll(() => guest.page.getByRole("dialog").innerText()).toContain("Three in a row");
  await expect.poll(() => guest.page.locator(".move").allInnerTexts()).toEqual(["X 1", "O 4", "X 2", "O 5", "X 3"]);
  await host.page.getByRole("dialog").getByText("Rematch").click();
  await guest.page.getByText("Guest would like to play again").waitFor();
  await guest.page.getByRole("dialog").getByText("Rematch").click();
  await guest.waitForStatus("Your turn");
  await play([guest, host], 8);
  await host.waitForStatus("Your turn");
  await host.leave();
  await guest.leave();
});

test("after the last move nobody is told to move", async () => {
  const players = await app.friends("tictactoe");
  await play(players, 0, 3, 1, 4);
  await players[0].waitForStatus("Your turn");
  for (const { status } of players) await status.evaluate(recordTexts);
  await players[0].tap(2);
  for (const person of players) {
    await person.waitForStatus("Three in a row");
    const seen = await person.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((text) => /Your turn|to move/.test(text))).toEqual([]);
    await person.leave();
  }
});

/** Records each text that an element shows from now on, in `window.seen`. */
function recordTexts(element: Element): void {
  const seen: string[] = [];
  new MutationObserver(() => seen.push(element.textContent ?? "")).observe(element, { childList: true, characterData: true, subtree: true });
  Object.assign(window, { seen });
}

test("a whole game against the computer by keyboard only", async () => {
  const person = await app.open();
  const { keyboard } = person.page;
  await tabTo(person, "Draughts");
  await keyboard.press("ArrowRight");
  await tabTo(person, "Play the computer");
  await keyboard.press("Enter");
  await person.page.getByRole("dialog").waitFor();
  await tabTo(person, "Start");
  await keyboard.press("Enter");
  await person.waitForStatus("Your turn");
  await tabTo(person, "top left");
  for (let cells = await marks(person); !isOver(cells); cells = await marks(person)) {
    await keyboard.press(String(cells.indexOf("") + 1));
    await keyboard.press("Enter");
    await expect.poll(async () => isOver(await marks(person)) || (await marks(person)).filter(Boolean).length % 2 === 0).toBe(true);
    await person.status.filter({ hasText: /Your turn|won|lost|draw/ }).waitFor();
  }
  await person.page.getByRole("dialog").waitFor();
  await expect.poll(() => person.page.getByRole("dialog").innerText()).toMatch(/You won|You lost|A draw/);
  await person.leave();
});

/** The nine cells: X, O or an empty string. */
async function marks(person: Person): Promise<string[]> {
  const labels = await person.page.locator(".play-board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ""));
  return labels.map((label) => /, ([XO])/.exec(label)?.[1] ?? "");
}

function isOver(cells: readonly string[]): boolean {
  const lines = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
  ] as const;
  return cells.every(Boolean) || lines.some(([one, two, three]) => cells[one] && cells[one] === cells[two] && cells[two] === cells[three]);
}

/** Tabs until the focused element has this text or label. */
async function tabTo(person: Person, name: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    const words = await person.page.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      if (focused === document.body) return "";
      const label = focused?.closest("label") ?? focused;
      return `${focused?.getAttribute("aria-label") ?? ""} ${label?.textContent}`;
    });
    if (words.includes(name)) return;
    await person.page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach "${name}"`);
}

test("a reload in mid-game comes back to the same board", async () => {
  const [host, guest] = await app.friends("tictactoe");
  await play([host, guest], 4, 0);
  await host.waitForStatus("Your turn");
  await host.page.reload();
  await host.waitForStatus("Your turn");
  await expect.poll(() => host.cell(0).getAttribute("aria-label")).toContain("O");
  await play([host, guest], 8);
  await guest.waitForStatus("Your turn");
  await host.leave();
  await guest.leave();
});

test("both players see a lost connection, and it reconnects by itself", async () => {
  const [host, guest] = await app.friends("tictactoe");
  await play([host, guest], 4);
  await host.context.setOffline(true);
  await host.page.getByText("Connection lost").first().waitFor();
  await guest.page.getByText("offline").waitFor();
  await host.context.setOffline(false);
  await guest.page.getByText("offline").waitFor({ state: "detached" });
  await host.online();
  await play([guest, host], 0, 8);
  await guest.waitForStatus("Your turn");
  await host.leave("provoked");
  await guest.leave();
});

test("both players survive a restart of the server in mid-game", async () => {
  const [host, guest] = await app.friends("tictactoe");
  await play([host, guest], 4);
  await app.server.down();
  await host.page.locator(".banner.warn").waitFor();
  await app.server.up();
  await host.online();
  await guest.online();
  await play([guest, host], 0, 8);
  await guest.waitForStatus("Your turn");
  await host.leave("provoked");
  await guest.leave("provoked");
});

test("a spectator sees each move and cannot make one, and the players see the number of spectators", async () => {
  const [host, guest] = await app.strangers("tictactoe", "Vera");
  const watcher = await app.open("watch");
  await watcher.page.locator(".card", { hasText: "Vera" }).click();
  await watcher.waitForStatus("X to move");
  for (const person of [host, guest]) await person.page.locator(".spectators", { hasText: "1 watching" }).waitFor();
  await play([host, guest], 4);
  await watcher.waitForStatus("O to move");
  await expect.poll(() => watcher.cell(4).getAttribute("aria-label")).toContain("X");
  await watcher.tap(0);
  expect(await watcher.cell(0).getAttribute("aria-label")).toContain("empty");
  await guest.waitForStatus("Your turn");
  await host.leave();
  await guest.leave();
  await watcher.leave();
});

test("the list of games shows the boards of all of them over one connection", async () => {
  const pairs = [await app.strangers("tictactoe", "Xaver"), await app.strangers("tictactoe", "Yara")];
  const unlisted = await app.friends("tictactoe", "Zoe");
  const watcher = await app.open();
  const lines: string[] = [];
  watcher.page.on("websocket", (line) => lines.push(line.url()));
  await watcher.visit("watch");
  for (const [index, name] of ["Xaver", "Yara"].entries()) {
    const card = watcher.page.locator(".card", { hasText: name });
    await card.waitFor();
    await pairs[index]?.[0].tap(4);
    await card.getByText("1 move").waitFor();
    await card.locator('[data-square="4"][aria-label*="X"]').waitFor({ state: "attached" });
  }
  expect(lines).toHaveLength(1);
  expect(await watcher.page.locator(".card", { hasText: "Zoe" }).count()).toBe(0);
  await watcher.leave();
  for (const person of [...pairs.flat(), ...unlisted]) await person.leave();
});

test("resigning asks first, and a draw can be offered and taken", async () => {
  const host = await app.open();
  const guest = await app.accept(await host.invite());
  await host.press("Resign");
  await host.press("Keep playing");
  await host.press("Offer a draw");
  await guest.press("Accept");
  await host.page.getByRole("dialog", { name: "A draw" }).waitFor();
  await expect.poll(() => host.page.getByRole("dialog").innerText()).toContain("By agreement");
  await host.leave();
  await guest.leave();
});

test("a player whose offer of a draw is declined is told so", async () => {
  const [host, guest] = await app.friends({ variant: "Russian draughts" });
  await host.press("Offer a draw");
  await guest.page.getByRole("button", { name: "Decline" }).click();
  await host.page.locator(".banner", { hasText: "Your offer of a draw was declined." }).waitFor();
  await host.leave();
  await guest.leave();
});

test("a dialog that cannot be loaded shows an error and can be retried", async () => {
  const person = await app.open("", { serviceWorkers: "block" });
  const question = /confirm-dialog/;
  const asked: string[] = [];
  person.page.on("request", (request) => question.test(request.url()) && asked.push(request.url()));
  await person.page.route(question, (route) => route.abort());
  await person.press("Play the computer");
  await person.press("Start");
  await person.press("Resign");
  await person.page.getByRole("alert").filter({ hasText: "does not answer" }).waitFor();
  await person.page.unroute(question);
  const before = asked.length;
  await person.page.getByRole("alert").getByText("Try again").click();
  await person.press("Keep playing");
  // A browser may cache a failed import by its address, so a retry uses another address.
  expect(asked.slice(before)).not.toEqual([]);
  for (const address of asked.slice(before)) expect(new URL(address).search).toMatch(/^\?retry=\d+$/);
  await person.leave("provoked");
});

test("an unknown code shows an error", async () => {
  const person = await app.open("play/ZZZZZZ");
  await person.page.getByText("This invitation does not work").waitFor();
  await person.leave("provoked");
});

test("if WebSockets are blocked, the game uses long polling", async () => {
  const context = { serviceWorkers: "block" as const };
  const person = await app.open("", context);
  await person.context.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  await person.choose("tictactoe");
  await person.press("Play the computer");
  await person.press("Start");
  await person.waitForStatus("Your turn");
  await person.tap(4);
  await person.waitForStatus("Your turn");
  await person.leave("provoked");
});
