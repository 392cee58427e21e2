// Loading the app: in few requests, and in spite of requests that are refused or get no answer.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Person, startBrowser } from "./browser.js";
import { Gate, type Refusal } from "./gate.js";
import { Server } from "./server.js";

/** The most requests of a first visit, with everything that the browser fetches by itself. */
const FEW = 12;

let server: Server;
let browser: Browser;
beforeAll(async () => {
  server = await Server.start("[limits]\nanonymous_requests_per_minute = 10000");
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A gate in front of the server for one test. */
async function gateway(): Promise<Gate> {
  const gate = await Gate.before(server.address);
  onTestFinished(() => gate.close());
  return gate;
}

/** The home page with all that belongs to it. */
async function seesHome(person: Person): Promise<void> {
  await person.page.getByText("8 × 8 · 12 men each").waitFor();
  await person.page.locator(".home-board [role=gridcell]").first().waitFor({ state: "attached" });
}

test(`a first visit takes at most ${FEW} requests, and a second one fewer`, async () => {
  const gate = await gateway();
  const person = await Person.come(browser, gate.address);
  await seesHome(person);
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() =>
      person.page.evaluate(async () => (await caches.match(document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "")) !== undefined),
    )
    .toBe(true);
  const first = gate.requests.splice(0);
  expect(first.length, first.join(" ")).toBeLessThanOrEqual(FEW);
  await person.page.reload();
  await seesHome(person);
  expect(gate.requests.length, gate.requests.join(" ")).toBeLessThan(first.length);
  await person.leave();
});

const REFUSALS: readonly Refusal[] = ["busy", "no answer"];
const ESSENTIALS: readonly [file: string, path: RegExp][] = [
  ["script", /assets\/index-/],
  ["core", /assets\/core-/],
];

for (const how of REFUSALS) {
  const says = how === "busy" ? "Too many visitors" : "does not answer";

  test.each(ESSENTIALS)(`a page whose %s gets ${how} says so and comes by itself`, async (_, path) => {
    const gate = await gateway();
    gate.shut(path, how);
    const person = await Person.visitor(browser, gate.address);
    await person.page.getByRole("alert").filter({ hasText: says }).waitFor();
    gate.open();
    await seesHome(person);
    await person.leave("provoked");
  });

  test(`a page whose stylesheet gets ${how} says so and gets it by itself`, async () => {
    const gate = await gateway();
    gate.shut(/assets\/style-/, how);
    const person = await Person.visitor(browser, gate.address);
    await person.page.getByRole("alert").filter({ hasText: says }).waitFor();
    gate.open();
    await expect.poll(() => person.page.locator("body").evaluate((body) => getComputedStyle(body).margin)).toBe("0px");
    await person.page.getByRole("alert").waitFor({ state: "detached" });
    await seesHome(person);
    await person.leave("provoked");
  });

  test(`a screen that gets ${how} says so and comes by itself, under another address`, async () => {
    const gate = await gateway();
    gate.shut(/assets\/pages-/, how);
    const person = await Person.visitor(browser, gate.address, { serviceWorkers: "block" });
    await person.page.getByText(says).waitFor();
    gate.open();
    await seesHome(person);
    const asked = gate.requests.filter((path) => path.includes("/pages-"));
    expect(asked.at(-1)).toMatch(/pages-.*\.js\?retry=\d+$/);
    await person.leave("provoked");
  });

  test(`a board that gets ${how} comes by itself`, async () => {
    const gate = await gateway();
    gate.shut(/assets\/tictactoe-/, how);
    const person = await Person.come(browser, gate.address, "", { serviceWorkers: "block" });
    await person.choose("tictactoe");
    await expect.poll(() => gate.refused.length).toBeGreaterThan(1);
    gate.open();
    await person.page.locator(".home-board [role=gridcell]").nth(8).waitFor({ state: "attached" });
    await person.leave("provoked");
  });

  test(`a list of variants that gets ${how} is told and asked for again`, async () => {
    const gate = await gateway();
    gate.shut(/v1\/variants/, how);
    const person = await Person.visitor(browser, gate.address);
    await person.page.getByRole("alert").waitFor();
    gate.open();
    await seesHome(person);
    await person.page.getByRole("alert").waitFor({ state: "detached" });
    await person.leave("provoked");
  });
}

test("before the app is there, and without any script, the page is not blank", async () => {
  const person = await Person.visitor(browser, server.address, { javaScriptEnabled: false });
  await person.page.getByText("is being loaded").waitFor();
  await person.leave();
});
