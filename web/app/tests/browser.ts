// A real browser, and people who play in it.
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, onTestFailed } from "vitest";
import { addAxe, dragWithFinger, dragWithMouse, dragWithPen, errorsOf, middleOf, TIMEOUT_MS } from "../../tests/chromium.js";

/** Errors that a test provokes on purpose, such as by cutting the network. */
const PROVOKED = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|dynamically imported module|WebSocket connection|Failed to load resource/;

/** A game, or a variant of draughts. */
export type GameChoice = "tictactoe" | { readonly variant: string };

/** One person with one page in a separate browser context. */
export class Person {
  readonly faults: readonly string[];
  readonly foreignRequests: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly address: string,
  ) {
    this.faults = errorsOf(page);
    context.on("request", (request) => request.url().startsWith(new URL(address).origin) || this.foreignRequests.push(request.url()));
  }

  /** Opens a page of the app and waits until it is shown. */
  static async open(browser: Browser, address: string, path = "", options: BrowserContextOptions = {}): Promise<Person> {
    const person = await Person.#with(browser, address, options);
    await person.visit(path);
    return person;
  }

  /** Opens the app without waiting for it. */
  static async openUnloaded(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Person> {
    const person = await Person.#with(browser, address, options);
    await person.page.goto(address, { waitUntil: "commit" });
    return person;
  }

  static async #with(browser: Browser, address: string, options: BrowserContextOptions): Promise<Person> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en", reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    context.setDefaultNavigationTimeout(TIMEOUT_MS);
    const person = new Person(await context.newPage(), context, address);
    onTestFailed(() => person.reportState());
    return person;
  }

  async visit(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.address).href);
    await this.page.waitForSelector("h1");
  }

  /** Prints what the page shows, to find the reason of a failed test; by the dashes `cargo xtask test` finds it for its report. */
  private async reportState(): Promise<void> {
    const seen = this.page.isClosed() ? "(closed)" : await this.page.locator("body").innerText();
    console.error([`---- ${this.page.url()} shows:`, seen, ...this.faults].join("\n"));
  }

  /** Opens the app in another window of the same browser. */
  async anotherWindow(path: string): Promise<Person> {
    const other = new Person(await this.context.newPage(), this.context, this.address);
    await other.visit(path);
    return other;
  }

  /** Closes this window; fails if an error occurred in it. */
  async close(): Promise<void> {
    expect(this.faults).toEqual([]);
    await this.page.close();
  }

  /** Closes the browser context; fails after an unexpected error or a request to another server. */
  async leave(errors: "none" | "provoked" = "none"): Promise<void> {
    const faults = errors === "none" ? this.faults : this.faults.filter((fault) => !PROVOKED.test(fault));
    expect(faults).toEqual([]);
    expect(this.foreignRequests).toEqual([]);
    await this.context.close();
  }

  /** Presses the button or follows the link with this name. */
  async press(name: string): Promise<void> {
    await this.page
      .locator("button, a")
      .filter({ hasText: name })
      .or(this.page.locator(`[aria-label="${name}"]`))
      .first()
      .click();
  }

  /** Chooses what to play on the home page. */
  async choose(what: GameChoice): Promise<void> {
    if (what === "tictactoe") return this.page.getByRole("radio", { name: "Tic-tac-toe" }).click();
    await this.press("Change");
    await this.page.getByRole("radio", { name: what.variant }).click();
    await this.press("Play this one");
  }

  /** Invites a friend from the home page and moves first, unless another side is wanted; returns the link. */
  async invite(side: "first" | "second" | "random" = "first"): Promise<string> {
    await this.press("Play a friend");
    await this.page.locator(`dialog input[name=side][value=${side}]`).check();
    await this.page.getByRole("button", { name: "Create the link" }).click();
    return this.page.getByRole("textbox", { name: "Link" }).inputValue();
  }

  /** Starts a game for two people on one screen, of the chosen variant if one is given. */
  async playOnOneScreen(variant?: string): Promise<void> {
    if (variant) await this.choose({ variant });
    await this.press("Two players, one screen");
    await this.waitForStatus("to move");
  }

  /** The status sentence of the game. */
  get status(): Locator {
    return this.page.locator(".status");
  }

  /** Waits until the status contains these words. */
  async waitForStatus(words: string | RegExp): Promise<void> {
    await this.status.filter({ hasText: words }).waitFor();
  }

  /** Waits until the connection is online. */
  async online(): Promise<void> {
    await this.page.locator('.badge[data-connection="online"]').waitFor();
  }

  cell(square: number): Locator {
    return this.page.locator(`.play-board [role=gridcell][data-square="${square}"]`);
  }

  /** Taps squares one after the other. */
  async tap(...squares: number[]): Promise<void> {
    for (const square of squares) await this.cell(square).click();
  }

  /** Moves a piece by two taps on squares with these labels, and waits until the move is in the list. */
  async moves(from: string, to: string): Promise<void> {
    const count = await this.page.locator(".move").count();
    await this.tap(await this.square(from), await this.square(to));
    await this.page.locator(".move").nth(count).waitFor();
  }

  /** The index of the square with this label. */
  async square(label: string): Promise<number> {
    return Number(await this.page.locator(`.play-board [role=gridcell][aria-label^="${label},"]`).getAttribute("data-square"));
  }

  /** Drags a piece with the mouse. */
  async drag(from: number, to: number): Promise<void> {
    await dragWithMouse(this.page, await middleOf(this.cell(from)), await middleOf(this.cell(to)));
  }

  /** Drags a piece with a pen. */
  async dragWithPen(from: number, to: number): Promise<void> {
    await dragWithPen(this.page, await middleOf(this.cell(from)), await middleOf(this.cell(to)));
  }

  /** Drags a piece with a finger. */
  async dragWithFinger(from: number, to: number): Promise<void> {
    await dragWithFinger(this.page, await middleOf(this.cell(from)), await middleOf(this.cell(to)));
  }

  /** Plays a move in the notation of the variant. */
  async typed(move: string): Promise<void> {
    const count = await this.page.locator(".move").count();
    await this.page.locator("checkers-board").evaluate((board, text) => {
      const { typed } = board as unknown as { typed: (text: string) => boolean };
      typed.call(board, text);
    }, move);
    await this.page.locator(".move").nth(count).waitFor();
  }

  /** Every accessibility rule that the page violates. */
  async violations(): Promise<string[]> {
    await addAxe(this.page);
    return this.page.evaluate(async () => {
      type Found = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
      const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<Found> } };
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const { violations } = await axe.run(document, { runOnly: tags });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
    });
  }
}
