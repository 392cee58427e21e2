// Loading the app: in few requests, and despite requests that are refused or get no answer.
import { expect, onTestFinished, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import { Person } from "./browser.js";
import { type Failure, FaultProxy } from "./fault-proxy.js";
import { hasModule } from "./steps.js";

/** The most requests of a first visit, including those that the browser makes by itself. */
const MAX_REQUESTS = 12;

const app = testApp(NO_RATE_LIMIT);

/** A proxy in front of the server for one test. */
async function startProxy(): Promise<FaultProxy> {
  const proxy = await FaultProxy.start(app.server.address);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Waits for the home page with its variant and its board. */
async function seesHome(person: Person): Promise<void> {
  await person.page.getByText("8 × 8 · 12 men each").waitFor();
  await person.page.locator(".home-board [role=gridcell]").first().waitFor({ state: "attached" });
}

test(`a first visit takes at most ${MAX_REQUESTS} requests, and a second one fewer`, async () => {
  const proxy = await startProxy();
  const person = await Person.open(app.browser, proxy.address);
  await seesHome(person);
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() =>
      person.page.evaluate(async () => (await caches.match(document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "")) !== undefined),
    )
    .toBe(true);
  const first = proxy.requests.splice(0);
  expect(first.length, first.join(" ")).toBeLessThanOrEqual(MAX_REQUESTS);
  await person.page.reload();
  await seesHome(person);
  expect(proxy.requests.length, proxy.requests.join(" ")).toBeLessThan(first.length);
  await person.leave();
});

const FAILURES: readonly Failure[] = ["busy", "no answer"];
const ESSENTIALS: readonly [file: string, path: RegExp][] = [
  ["script", /assets\/index-/],
  ["core", /assets\/core-/],
];

for (const how of FAILURES) {
  const message = how === "busy" ? "Too many visitors" : "does not answer";

  test.each(ESSENTIALS)(`a page whose %s gets ${how} shows a message and loads by itself`, async (_, path) => {
    const proxy = await startProxy();
    proxy.block(path, how);
    const person = await Person.openUnloaded(app.browser, proxy.address);
    await person.page.getByRole("alert").filter({ hasText: message }).waitFor();
    proxy.unblock();
    await seesHome(person);
    await person.leave("provoked");
  });

  test(`a page whose stylesheet gets ${how} shows a message and loads it by itself`, async () => {
    const proxy = await startProxy();
    proxy.block(/assets\/style-/, how);
    const person = await Person.openUnloaded(app.browser, proxy.address);
    await person.page.getByRole("alert").filter({ hasText: message }).waitFor();
    proxy.unblock();
    await expect.poll(() => person.page.locator("body").evaluate((body) => getComputedStyle(body).margin)).toBe("0px");
    await person.page.getByRole("alert").waitFor({ state: "detached" });
    await seesHome(person);
    await person.leave("provoked");
  });

  test(`a screen that gets ${how} shows a message and loads by itself, from another address`, async () => {
    const proxy = await startProxy();
    proxy.block(/assets\/pages-/, how);
    const person = await Person.openUnloaded(app.browser, proxy.address, { serviceWorkers: "block" });
    await person.page.getByText(message).waitFor();
    proxy.unblock();
    await seesHome(person);
    const asked = proxy.requests.filter((path) => path.includes("/pages-"));
    expect(asked.at(-1)).toMatch(/pages-.*\.js\?retry=\d+$/);
    await person.leave("provoked");
  });

  test(`a board that gets ${how} loads by itself`, async () => {
    const proxy = await startProxy();
    proxy.block(/assets\/tictactoe-/, how);
    const person = await Person.open(app.browser, proxy.address, "", { serviceWorkers: "block" });
    await person.choose("tictactoe");
    await expect.poll(() => proxy.refused.length).toBeGreaterThan(1);
    proxy.unblock();
    await person.page.locator(".home-board [role=gridcell]").nth(8).waitFor({ state: "attached" });
    await person.leave("provoked");
  });

  test.skipIf(hasModule && how === "no answer")(`a list of variants that gets ${how} shows an error and is requested again`, async () => {
    const proxy = await startProxy();
    proxy.block(/v1\/variants/, how);
    const person = await Person.openUnloaded(app.browser, proxy.address);
    await person.page.getByRole("alert").waitFor();
    proxy.unblock();
    await seesHome(person);
    await person.page.getByRole("alert").waitFor({ state: "detached" });
    await person.leave("provoked");
  });
}

test.runIf(hasModule)("a list of variants that gets no answer comes from the module", async () => {
  const proxy = await startProxy();
  proxy.block(/v1\/variants/, "no answer");
  const person = await Person.openUnloaded(app.browser, proxy.address);
  await seesHome(person);
  await person.leave("provoked");
});

test("before the app is there, and without any script, the page is not blank", async () => {
  const person = await Person.openUnloaded(app.browser, app.server.address, { javaScriptEnabled: false });
  await person.page.getByText("is being loaded").waitFor();
  await person.leave();
});
