// Invitations: they say from whom and to what they are, live as long as the host waits, and offer a third person to watch.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";

// A code alone is valid for two seconds, so that what lives longer does so because somebody waits.
const app = testApp(`${NO_RATE_LIMIT}
  [times]
  room_code_life = "2s"
`);

const patient = testApp(NO_RATE_LIMIT);

test("an invitation says who invites to which game, asks for the name, and gives each the side that was chosen", async () => {
  const host = await app.open();
  await host.page.getByLabel("Your name").fill("Ann");
  await host.choose("tictactoe");
  await host.press("Play a friend");
  await host.page.getByRole("dialog", { name: "Invite a friend" }).getByRole("radio", { name: "3+2" }).check();
  expect(await host.violations()).toEqual([]);
  await host.page.keyboard.press("Escape");
  const link = await host.invite("second");
  await expect.poll(() => host.page.getByRole("img", { name: "QR code of the link" }).isVisible()).toBe(true);
  expect(await host.violations()).toEqual([]);
  const guest = await app.open(link);
  await guest.page.getByRole("heading", { name: "Ann invites you to a game" }).waitFor();
  await expect.poll(() => guest.page.locator(".invited-facts li").allInnerTexts()).toEqual(["Tic-tac-toe", "3+2", "You play X"]);
  expect(await guest.violations()).toEqual([]);
  await guest.page.getByLabel("Your name").fill("Bo");
  await guest.press("Join");
  await guest.waitForStatus("Your turn");
  await host.waitForStatus("Bo is to move");
  await host.page.locator(".clock").first().waitFor();
  await host.leave();
  await guest.leave();
});

test("an invitation lives as long as the host waits, and a third person is offered to watch", async () => {
  const host = await app.open();
  await host.page.getByLabel("Your name").fill("Ann");
  await host.choose("tictactoe");
  const link = await host.invite();
  const guest = await app.open(link);
  // The time of the code alone has passed when the host has waited this long.
  await host.page.getByText("4 seconds").waitFor();
  await guest.press("Join");
  await guest.waitForStatus("Ann is to move");
  const third = await app.open(link);
  await third.page.getByRole("heading", { name: "Both seats are taken" }).waitFor();
  expect(await third.violations()).toEqual([]);
  await third.press("Watch the game");
  await third.waitForStatus("X to move");
  await guest.visit(link);
  await guest.waitForStatus("Ann is to move");
  for (const person of [host, guest, third]) await person.leave();
});

test("an invitation of a host who waits no longer has expired, and both sides are told", async () => {
  const host = await app.open();
  await host.page.getByLabel("Your name").fill("Ann");
  const link = await host.invite();
  await host.press("Cancel");
  await host.page.getByText("Play now").waitFor();
  const guest = await app.open(link);
  await guest.page.getByRole("heading", { name: "This invitation has expired" }).waitFor();
  await guest.page.getByText("Ann no longer waits").waitFor();
  expect(await guest.violations()).toEqual([]);
  await guest.leave();
  await host.invite();
  await host.context.setOffline(true);
  await host.page.getByText("4 seconds").waitFor();
  await host.context.setOffline(false);
  await host.page.getByRole("heading", { name: "This invitation has expired" }).waitFor();
  expect(await host.violations()).toEqual([]);
  await host.press("Invite again");
  await host.page.getByRole("textbox", { name: "Link" }).waitFor();
  await host.leave("provoked");
});

test("a host who reloads the page still invites", async () => {
  const host = await patient.open();
  const link = await host.invite();
  await host.page.reload();
  await expect.poll(() => host.page.getByRole("textbox", { name: "Link" }).inputValue()).toBe(link);
  const guest = await patient.accept(link);
  await guest.waitForStatus(/turn|is to move/);
  await host.leave();
  await guest.leave();
});

test("the whole link is as good as its code in the field for codes, and an empty field is not sent", async () => {
  const host = await patient.open();
  await host.page.getByLabel("Your name").fill("Ann");
  const link = await host.invite();
  const guest = await patient.open();
  const field = guest.page.getByLabel("Code from a friend");
  await field.press("Enter");
  expect(await field.evaluate((input) => (input as HTMLInputElement).validity.valueMissing)).toBe(true);
  expect(new URL(guest.page.url()).pathname).toBe("/");
  await field.fill(link);
  await field.press("Enter");
  await guest.page.getByText("Ann invites you").waitFor();
  await guest.leave();
  await host.leave();
});
