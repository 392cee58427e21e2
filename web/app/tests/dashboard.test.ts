// The dashboard in a browser: signing in, figures, keys, first steps, games, webhooks and tenants, by keyboard and on small screens.
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "./app.js";
import type { Person } from "./browser.js";

const app: TestApp = testApp(
  "limits.anonymous_requests_per_minute = 100000\nlimits.sign_ins_per_minute = 10000\nwebhooks.allow_private = true\nwebhooks.allow_http = true\n[plans.gold]\n",
);

interface Key {
  readonly id: string;
  readonly key: string;
}

let live: Key;
let trial: Key;
let receiver: HttpServer;
let status = 200;
beforeAll(async () => {
  await app.server.command("tenants", "create", "Acme Games", "--plan", "enterprise");
  live = JSON.parse(await app.server.command("keys", "create", "--tenant", "acme-games", "--mode", "live", "--json")) as Key;
  trial = JSON.parse(await app.server.command("keys", "create", "--tenant", "acme-games", "--mode", "test", "--json")) as Key;
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end();
  });
  await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
});
afterAll(() => void receiver?.close());

/** Opens the dashboard and signs in by keyboard. */
async function signedIn(key: string, options: BrowserContextOptions = {}, path = "dashboard"): Promise<Person> {
  const person = await app.open(path, options);
  await signIn(person, key);
  return person;
}

/** Signs in by keyboard. */
async function signIn({ page }: Person, key: string): Promise<void> {
  await page.getByLabel("API key").focus();
  await page.keyboard.type(key);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
}

/** Opens a page of the dashboard by its link, and waits for its heading. */
async function show(person: Person, link: string, heading = link): Promise<void> {
  await person.page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: link, exact: true }).press("Enter");
  await person.page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

/** The link that the operator is given. */
async function operatorLink(): Promise<string> {
  const { url } = JSON.parse(await app.server.command("admin", "link", "--json")) as { url: string };
  return new URL(url).href.replace(new URL("/", url).href, "");
}

/** A request of the tenant's server. */
async function call<T>(key: string, method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${app.server.address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await response.json()) as T;
}

/** Fails if the page is wider than the window. */
async function expectNoSidewaysScrolling(person: Person): Promise<void> {
  const width = await person.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
}

test("a wrong key says so, a right one opens the overview, and signing out closes it", async () => {
  const person = await app.open("dashboard");
  await person.page.getByLabel("API key").fill("bg_live_wrong");
  await person.page.keyboard.press("Enter");
  await person.page.getByRole("alert").getByText("Invalid or inactive API key").waitFor();
  await person.page.getByLabel("API key").fill(live.key);
  await person.page.keyboard.press("Enter");
  await person.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await person.page.getByText("Acme Games").waitFor();
  await person.page
    .getByRole("img", { name: /^now \d/ })
    .first()
    .waitFor();
  await person.page.reload();
  await person.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await person.page.getByRole("button", { name: "Sign out" }).click();
  await person.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await person.page.reload();
  await person.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(await person.page.evaluate(() => document.cookie)).toBe("");
  expect(person.foreignRequests).toEqual([]);
  await person.leave("provoked");
});

test("a key is created by keyboard, seen once, rotated and revoked", async () => {
  const person = await signedIn(live.key);
  await show(person, "API keys");
  await person.page.getByRole("button", { name: "Create a key" }).press("Enter");
  await person.page.getByLabel(/^Sites whose pages/).fill("https://acme.example");
  await person.page.getByRole("dialog").getByRole("button", { name: "Create a key" }).press("Enter");
  const shown = await person.page.getByRole("dialog", { name: "The new key" }).locator("code").textContent();
  expect(shown).toMatch(/^bg_live_\w{48}$/);
  await person.page.getByRole("button", { name: "I have copied it" }).press("Enter");
  const row = person.page.getByRole("row").filter({ hasText: shown?.slice(0, 16) ?? "" });
  await row.getByText("https://acme.example").waitFor();
  expect(await person.page.content()).not.toContain(shown);
  await row.getByRole("button", { name: /^Rotate/ }).press("Enter");
  await person.page.getByLabel("The old key works for").selectOption("3600");
  await person.page.getByRole("dialog").getByRole("button", { name: "Rotate" }).press("Enter");
  await person.page.getByRole("button", { name: "I have copied it" }).press("Enter");
  await row.getByText("expiring").waitFor();
  await row.getByRole("button", { name: /^Revoke/ }).press("Enter");
  await person.page.getByRole("dialog").getByRole("button", { name: "Revoke" }).press("Enter");
  await row.getByText("revoked").waitFor();
  await person.leave("provoked");
});

test("first steps turn green: session, move and webhook", async () => {
  status = 200;
  const person = await signedIn(trial.key);
  await show(person, "Get started");
  const step = (name: string) => person.page.getByRole("region", { name });
  await step("First session").getByText(trial.key).first().waitFor();
  await step("First session").getByText("waiting", { exact: true }).waitFor();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await call(trial.key, "PUT", "v1/webhooks/endpoint", { url });
  await person.page.getByRole("button", { name: "Or create one from here" }).click();
  await step("First session").getByText("done", { exact: true }).waitFor();
  const playUrl = await person.page.getByRole("link", { name: "Play it in a new window" }).getAttribute("href");
  const player = await app.open(playUrl ?? "");
  await player.waitForStatus("Your turn");
  await player.tap(4);
  await step("First move").getByText("done", { exact: true }).waitFor();
  await step("First webhook").getByText("done", { exact: true }).waitFor();
  await player.leave("provoked");

  await show(person, "Games");
  await person.page.getByRole("row").filter({ hasText: "Ada" }).getByRole("link").first().press("Enter");
  await person.page.getByRole("heading", { level: 1, name: "What happened" }).waitFor();
  await person.page.getByText("The game begins").waitFor();
  await person.page.locator("tictactoe-board").waitFor();
  await person.page.getByRole("button", { name: "Start", exact: true }).press("Enter");
  await person.page.getByRole("listitem").locator("[aria-current=step]").getByText("The game begins").waitFor();
  const before = await person.page.locator("tictactoe-board").evaluate((board) => (board as unknown as { board: unknown[] }).board.filter(Boolean).length);
  expect(before).toBe(0);
  await person.page.getByRole("button", { name: "On", exact: true }).press("Enter");
  await expect
    .poll(() => person.page.locator("tictactoe-board").evaluate((board) => (board as unknown as { board: unknown[] }).board.filter(Boolean).length))
    .toBe(1);
  expect(await person.violations()).toEqual([]);

  await show(person, "Webhooks");
  await person.page.getByText(url).waitFor();
  const attempt = person.page.getByRole("row").filter({ hasText: "session.started" }).first();
  await attempt.getByRole("button", { name: /^Show/ }).press("Enter");
  const dialog = person.page.getByRole("dialog", { name: "Request" });
  await dialog.getByText('"event": "session.started"').waitFor();
  await dialog.getByText("200", { exact: true }).waitFor();
  await person.page.keyboard.press("Escape");
  await attempt.getByRole("button", { name: /^Send again/ }).press("Enter");
  await person.page.getByText("1 event is sent again.").waitFor();
  expect(await person.violations()).toEqual([]);
  await person.leave("provoked");
});

test("the events of a webhook endpoint are chosen after it was set, and every event again", async () => {
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/chosen`;
  await call(live.key, "PUT", "v1/webhooks/endpoint", { url });
  const person = await signedIn(live.key);
  await show(person, "Webhooks");
  const facts = person.page.getByRole("region", { name: "Where webhooks go" });
  await facts.getByText("all events").waitFor();
  const edit = async (): Promise<void> => facts.getByRole("button", { name: "Change" }).press("Enter");
  const dialog = person.page.getByRole("dialog", { name: "Where webhooks go" });
  const save = dialog.getByRole("button", { name: "Save" });
  await edit();
  await dialog.getByRole("radio", { name: "Only these" }).press("Space");
  await dialog.getByText("Choose at least one event").waitFor();
  await save.press("Enter");
  expect((await call<{ events: string[] }>(live.key, "GET", "v1/webhooks/endpoint")).events).toEqual([]);
  await dialog.getByRole("checkbox", { name: "game.ended" }).press("Space");
  await dialog.getByRole("checkbox", { name: "session.created" }).press("Space");
  expect(await person.violations()).toEqual([]);
  await save.press("Enter");
  await facts.getByText("session.created, game.ended").waitFor();
  expect(await call(live.key, "GET", "v1/webhooks/endpoint")).toMatchObject({ url, events: ["session.created", "game.ended"] });
  await edit();
  await expect.poll(() => dialog.getByRole("checkbox", { name: "game.ended" }).isChecked()).toBe(true);
  await dialog.getByRole("radio", { name: "Every event" }).press("Space");
  await save.press("Enter");
  await facts.getByText("all events").waitFor();
  await show(person, "Audit log");
  await person.page.getByRole("row").filter({ hasText: "webhooks.set" }).filter({ hasText: "session.created, game.ended" }).waitFor();
  await person.leave("provoked");
});

test("a test key shows the test mode alone, and a live key switches", async () => {
  const tester = await signedIn(trial.key);
  await expect.poll(() => tester.page.getByRole("radio", { name: "Live" }).isDisabled()).toBe(true);
  await tester.leave("provoked");
  const person = await signedIn(live.key);
  await show(person, "API keys");
  await person.page.getByRole("radio", { name: "Test" }).check();
  await person.page.getByRole("row").filter({ hasText: trial.id }).waitFor();
  expect(await person.page.getByText(live.id).count()).toBe(0);
  await person.leave("provoked");
});

test("a page that is loaded late leaves the focus where it was moved meanwhile", async () => {
  const person = await app.open("dashboard");
  let load: () => void = () => {};
  const loading = new Promise<void>((resolve) => (load = resolve));
  await person.page.route(/overview-[^/]*\.js$/, async (route) => {
    await loading;
    await route.continue();
  });
  await signIn(person, live.key);
  const link = person.page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "API keys", exact: true });
  await link.focus();
  load();
  await person.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await person.page.keyboard.press("Enter");
  await person.page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
  expect(await person.page.evaluate(() => document.activeElement?.textContent)).toBe("API keys");
  await person.leave("provoked");
});

test("a sign-in whose key is revoked ends on the page", async () => {
  const brief = JSON.parse(await app.server.command("keys", "create", "--tenant", "acme-games", "--mode", "live", "--json")) as Key;
  const person = await signedIn(brief.key);
  // This page asks for nothing after it is loaded.
  await show(person, "Theme");
  await loaded(person);
  await app.server.command("keys", "revoke", brief.id);
  await person.page.getByRole("link", { name: "Audit log" }).click();
  await person.page.getByText("Your sign-in has ended").waitFor();
  await person.leave("provoked");
});

test("the operator's link signs in once, and opens every tenant", async () => {
  const link = await operatorLink();
  const person = await app.open(link);
  await person.page.getByRole("heading", { level: 1, name: "Tenants" }).waitFor();
  expect(person.page.url()).not.toContain("link=");
  await person.page.getByRole("row").filter({ hasText: "acme-games" }).getByRole("button", { name: /^Open/ }).press("Enter");
  await person.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await show(person, "API keys");
  await person.page.getByRole("row").filter({ hasText: live.id }).waitFor();
  await show(person, "Server");
  await person.page.getByText("SQLite").waitFor();
  await person.page.getByText("Moves in the last hour").waitFor();
  await show(person, "Tenants");
  await person.page.getByRole("button", { name: /^Change Acme/ }).press("Enter");
  const plan = person.page.getByRole("dialog").getByLabel("Plan");
  expect(await plan.locator("option").allTextContents()).toEqual(["enterprise", "gold", "growth", "pro", "starter"]);
  await person.page.keyboard.press("Escape");
  expect(await person.violations()).toEqual([]);
  const second = await app.open(link);
  await second.page.getByRole("alert").getByText("was used before").waitFor();
  await second.leave("provoked");
  await person.leave("provoked");
});

/** Waits until nothing of the page is being loaded. */
async function loaded(person: Person): Promise<void> {
  await expect.poll(() => person.page.locator("main [role=status]").filter({ hasText: "Loading" }).count()).toBe(0);
}

test("the requests of a server are found by their id", async () => {
  const refused = await call<{ request_id: string }>(trial.key, "GET", "v1/sessions/nothing");
  const person = await signedIn(trial.key);
  await show(person, "Requests");
  await person.page.getByLabel(/^Show those with/).fill(refused.request_id);
  await person.page.getByRole("row").filter({ hasText: "/v1/sessions/nothing" }).getByText("404", { exact: true }).waitFor();
  await expect.poll(() => person.page.getByRole("row").count()).toBe(2);
  await person.leave("provoked");
});

test("colours have a preview, and too little contrast is told", async () => {
  const person = await signedIn(live.key);
  await show(person, "Theme");
  await person.page.locator("checkers-board [role=grid], checkers-board svg").first().waitFor();
  await person.page.getByLabel("First side").fill("#a5744b");
  await person.page.getByText("too little").first().waitFor();
  await person.page.getByText("--parlour-first: #a5744b;").waitFor();
  const shown = await person.page.locator("checkers-board").evaluate((board) => (board as HTMLElement).style.getPropertyValue("--parlour-first"));
  expect(shown).toBe("#a5744b");
  await person.page.getByRole("button", { name: "Usual colours" }).press("Enter");
  await expect.poll(() => person.page.getByText("too little").count()).toBe(0);
  await person.leave("provoked");
});

test("colours that are kept are those of new sessions and their frames, until none are", async () => {
  const person = await signedIn(live.key);
  const session = (): Promise<{ theme: object | null; embedUrl: string }> =>
    call(live.key, "POST", "v1/sessions", { game: "checkers", players: [{ id: "ann" }] });
  await show(person, "Theme");
  await person.page.getByLabel("Dark squares").fill("#556b2f");
  await person.page.getByText("no colours of their own yet").waitFor();
  await person.page.getByRole("button", { name: "Use for new sessions" }).press("Enter");
  await person.page.getByText("New sessions have these colours.").waitFor();
  expect(await person.violations()).toEqual([]);
  const { embedUrl, theme } = await session();
  expect(theme).toMatchObject({ dark: "#556b2f", light: "#f0d9b5" });
  expect(embedUrl).toContain("&dark=556b2f");
  await person.page.reload();
  await person.page.getByText("New sessions have these colours.").waitFor();
  expect(await person.page.getByLabel("Dark squares").inputValue()).toBe("#556b2f");
  await person.page.getByRole("button", { name: "Use none" }).press("Enter");
  await person.page.getByText("no colours of their own yet").waitFor();
  expect((await session()).theme).toBeNull();
  await person.leave("provoked");
});

const PAGES = ["Overview", "Get started", "API keys", "Games", "Webhooks", "Requests", "Audit log", "Usage", "Theme", "Sign-ins"];

test.each(["light", "dark"] as const)("every page follows the accessibility rules in %s, and fits 320 pixels", async (colorScheme) => {
  const person = await signedIn(live.key, { colorScheme, viewport: { width: 320, height: 640 } });
  expect(await person.page.evaluate(() => document.documentElement.dataset.theme)).toBe(colorScheme);
  await person.page.getByRole("radio", { name: "Test" }).check();
  for (const page of PAGES) {
    await show(person, page);
    await loaded(person);
    expect(await person.violations(), page).toEqual([]);
    await expectNoSidewaysScrolling(person);
    if (process.env.DASHBOARD_SHOTS) await person.page.screenshot({ path: `${process.env.DASHBOARD_SHOTS}/${page}-${colorScheme}-320.png`, fullPage: true });
  }
  await person.page.setViewportSize({ width: 1280, height: 800 });
  for (const page of PAGES) {
    await show(person, page);
    await loaded(person);
    expect(await person.violations(), page).toEqual([]);
    if (process.env.DASHBOARD_SHOTS) await person.page.screenshot({ path: `${process.env.DASHBOARD_SHOTS}/${page}-${colorScheme}.png` });
  }
  await person.page.getByRole("button", { name: colorScheme === "light" ? "Dark colours" : "Light colours" }).press("Enter");
  expect(await person.page.evaluate(() => document.documentElement.dataset.theme)).not.toBe(colorScheme);
  await person.leave("provoked");
});

test("the API keys fit a tablet", async () => {
  const person = await signedIn(live.key, { viewport: { width: 820, height: 1180 } });
  await show(person, "API keys");
  await loaded(person);
  const table = person.page.locator(".table");
  await table.getByRole("button").first().waitFor();
  expect(await table.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  await person.leave();
});

test("above a page with little on it the list of pages is one row", async () => {
  const person = await signedIn(live.key, { viewport: { width: 820, height: 1180 } });
  await show(person, "Requests");
  const pages = person.page.getByRole("navigation", { name: "Pages" });
  const [list, link] = await Promise.all([pages.boundingBox(), pages.getByRole("link").first().boundingBox()]);
  expect(list?.height).toBeLessThan(2 * (link?.height ?? 0));
  await person.leave();
});

test("on a phone the list of pages shows the page that is open", async () => {
  const person = await signedIn(live.key, { viewport: { width: 320, height: 568 } }, "dashboard/requests");
  await person.page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
  const link = person.page.getByRole("navigation", { name: "Pages" }).locator("[aria-current=page]");
  const right = async (): Promise<number> => {
    const box = await link.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 999);
  };
  await expect.poll(right).toBeLessThanOrEqual(320);
  await person.leave();
});
