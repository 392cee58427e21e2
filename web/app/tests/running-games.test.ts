// Several games at once, the question before one is left, notifications of turns, and the list of own games.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";

const app = testApp(NO_RATE_LIMIT);

/** The running games that the page lists, as text. */
function running({ page }: Person): Promise<string[]> {
  return page.locator(".running-game").allInnerTexts();
}

test("a player plays two games at once, sees whose turn it is in each, and keeps both over a reload", async () => {
  const [host, first] = await app.friends("tictactoe");
  await host.tap(4);
  await first.waitForStatus("Your turn");
  await host.press("Home");
  await host.page.getByRole("dialog", { name: "Leave the board?" }).getByRole("button", { name: "Leave" }).click();
  await host.page.locator(".running-game", { hasText: "Guest is to move" }).waitFor();
  expect(await host.violations()).toEqual([]);
  const second = await app.accept(await host.invite());
  await host.waitForStatus("Your turn");
  await host.page.locator(".running-game", { hasText: "Guest is to move" }).waitFor();
  await first.tap(0);
  await host.page.locator(".running-game", { hasText: "Your turn" }).waitFor();
  expect(await host.violations()).toEqual([]);
  await host.page.reload();
  await host.page.locator(".running-game", { hasText: "Your turn" }).waitFor();
  for (const person of [first, second]) await expect.poll(() => person.page.getByText("offline").count()).toBe(0);
  await host.page.locator(".running-game").click();
  await host.cell(0).filter({ visible: true }).waitFor();
  await host.tap(8);
  await first.waitForStatus("Your turn");
  await expect.poll(() => running(host)).toHaveLength(1);
  for (const person of [host, first, second]) await person.leave();
});

test("leaving a running game asks first, by link and by the back button, and staying changes nothing", async () => {
  const [host, guest] = await app.friends("tictactoe");
  const address = host.page.url();
  await host.press("Home");
  const question = host.page.getByRole("dialog", { name: "Leave the board?" });
  await question.waitFor();
  expect(await host.violations()).toEqual([]);
  await question.getByRole("button", { name: "Keep playing" }).click();
  expect(host.page.url()).toBe(address);
  await host.page.goBack();
  await question.waitFor();
  expect(host.page.url()).toBe(address);
  await question.getByRole("button", { name: "Leave" }).click();
  await host.page.getByText("Play now").waitFor();
  await host.page.locator(".running-game", { hasText: "Your turn" }).click();
  await host.tap(4);
  await guest.waitForStatus("Your turn");
  await host.leave();
  await guest.leave();
});

test("the browser asks before a window with a running game is closed, and not after the game", async () => {
  const [host, guest] = await app.friends("tictactoe");
  await host.tap(4);
  await guest.waitForStatus("Your turn");
  const asked: string[] = [];
  host.page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await host.page.reload();
  await host.waitForStatus("is to move");
  expect(asked).toEqual(["beforeunload"]);
  await guest.press("Resign");
  await guest.page.locator("dialog .danger").click();
  await host.page.getByRole("dialog", { name: "You won" }).waitFor();
  await host.page.reload();
  await host.page.locator(".play").waitFor();
  expect(asked).toEqual(["beforeunload"]);
  await host.leave();
  await guest.leave();
});

test("a finished game is in the list of own games, with its result and a link to replay it", async () => {
  const [host, guest] = await app.friends("tictactoe", "Ann");
  const address = host.page.url();
  await guest.press("Resign");
  await guest.page.locator("dialog .danger").click();
  await host.page.getByRole("dialog", { name: "You won" }).waitFor();
  await host.visit("games");
  const row = host.page.locator(".history-game", { hasText: "Tic-tac-toe" });
  await row.getByText("You won").waitFor();
  expect(await host.violations()).toEqual([]);
  await row.getByText("Replay").click();
  await host.waitForStatus("Ann won");
  expect(host.page.url()).toBe(address);
  await host.visit("games");
  await host.press("Remove finished games");
  await host.page.getByText("are listed here").waitFor();
  await host.leave();
  await guest.leave();
});

/** Records the notifications of a page instead of showing them. */
function recordNotices(): void {
  const shown: string[] = [];
  class Recorded extends EventTarget {
    static permission = "granted";
    static requestPermission = async (): Promise<string> => Recorded.permission;
    constructor(title: string, { body }: { body: string }) {
      super();
      shown.push(`${title}: ${body}`);
    }
  }
  Object.assign(window, { Notification: Recorded, shownNotices: shown });
}

function notices({ page }: Person): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shownNotices: string[] }).shownNotices);
}

test("a player who wants it is notified of their turn in a game that they do not look at", async () => {
  const host = await app.open();
  await host.page.addInitScript(recordNotices);
  await host.visit("settings");
  await host.page.getByRole("group", { name: "Notify me when it is my turn" }).getByRole("radio", { name: "Yes" }).check();
  await host.visit("");
  await host.choose("tictactoe");
  const guest = await app.accept(await host.invite());
  await host.waitForStatus("Your turn");
  await host.tap(4);
  await guest.waitForStatus("Your turn");
  expect(await notices(host)).toEqual([]);
  await host.press("Home");
  await host.page.getByRole("button", { name: "Leave" }).click();
  await host.page.locator(".running-game").waitFor();
  await guest.tap(0);
  await host.page.locator(".running-game", { hasText: "Your turn" }).waitFor();
  await expect.poll(() => notices(host)).toEqual(["Guest has moved: Tic-tac-toe. Your turn."]);
  await host.leave();
  await guest.leave();
});

test("a browser that does not allow notifications says so, and the choice stays off", async () => {
  const person = await app.open();
  await person.page.addInitScript(() => Object.assign(window, { Notification: { permission: "denied", requestPermission: async () => "denied" } }));
  await person.visit("settings");
  const group = person.page.getByRole("group", { name: "Notify me when it is my turn" });
  await group.getByRole("radio", { name: "Yes" }).click();
  await person.page.getByText("The browser does not allow it").waitFor();
  expect(await group.getByRole("radio", { name: "No" }).isChecked()).toBe(true);
  expect(await person.violations()).toEqual([]);
  await person.leave();
});
