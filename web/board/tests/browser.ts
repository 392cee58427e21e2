// A real browser with one board on a page, and the ways to use it.
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { CheckersBoard } from "../../games/checkers/board/checkers-board.js";
import { dragWithFinger, dragWithMouse, dragWithPen, errorsOf, middleOf, type Point, startBrowser, TIMEOUT_MS } from "../../tests/chromium.js";
import type { Fixture } from "./fixtures.js";
import { type Site, serve } from "./server.js";

/** An event that a board has dispatched. */
export interface Sent {
  readonly type: string;
  readonly detail: Record<string, unknown>;
}

/** A browser for the tests of a file; it starts before them and stops after them. */
export function testBrowser(): TestBrowser {
  const browser = new TestBrowser();
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());
  return browser;
}

/** The browser and the site it visits. */
export class TestBrowser {
  #browser!: Browser;
  #site!: Site;

  async start(): Promise<void> {
    this.#browser = await startBrowser();
    this.#site = await serve();
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    this.#site?.close();
  }

  /** Opens a page with one draughts board in it. */
  async checkers(fixture: Fixture, properties: Partial<CheckersBoard> = {}, context: BrowserContextOptions = {}): Promise<BoardPage> {
    const { name: _, ...told } = fixture;
    return this.open("checkers-board", { animation: "off", ...told, ...properties }, context);
  }

  /** Opens a page with one board element in it. */
  async open(tag: string, properties: object, context: BrowserContextOptions = {}): Promise<BoardPage> {
    const visit = await this.#browser.newContext({ viewport: { width: 800, height: 800 }, ...context });
    visit.setDefaultTimeout(TIMEOUT_MS);
    const page = await visit.newPage();
    const faults = errorsOf(page);
    await page.goto(this.#site.address);
    await page.evaluate(
      ([tag, properties]) => {
        const board = Object.assign(document.createElement(tag as string), properties);
        const sent: unknown[] = [];
        for (const type of ["move", "premove", "refusal", "select", "command"]) {
          board.addEventListener(type, (event) => sent.push({ type, detail: (event as CustomEvent).detail }));
        }
        Object.assign(window, { element: () => board, sent });
        document.querySelector("main")?.append(board);
      },
      [tag, properties] as const,
    );
    await page.waitForSelector("[role=gridcell][data-square]");
    return new BoardPage(page, faults);
  }
}

/** One page with one board. */
export class BoardPage {
  constructor(
    readonly page: Page,
    readonly faults: readonly string[],
  ) {}

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Sets properties and waits until they are drawn. */
  async tell(properties: object): Promise<void> {
    await this.page.evaluate(async (properties) => {
      Object.assign(element(), properties);
      await Promise.resolve();
    }, properties);
  }

  /** Calls a method of the element. */
  async call(name: string, ...values: unknown[]): Promise<unknown> {
    return this.page.evaluate(
      ([name, values]) => (element() as unknown as Record<string, (...values: unknown[]) => unknown>)[name as string]?.(...(values as unknown[])),
      [name, values] as const,
    );
  }

  async sent(type: string): Promise<Sent["detail"][]> {
    const all = await this.page.evaluate(() => (window as unknown as { sent: Sent[] }).sent);
    return all.filter((event) => event.type === type).map((event) => event.detail);
  }

  /** The middle of a square in the window. */
  middle(square: number): Promise<Point> {
    return middleOf(this.#cell(square));
  }

  async tap(...squares: number[]): Promise<void> {
    for (const square of squares) {
      const { x, y } = await this.middle(square);
      await this.page.mouse.click(x, y);
    }
  }

  async drag(from: number, to: number): Promise<void> {
    await dragWithMouse(this.page, await this.middle(from), await this.middle(to));
  }

  async dragWithPen(from: number, to: number): Promise<void> {
    await dragWithPen(this.page, await this.middle(from), await this.middle(to));
  }

  async dragWithFinger(from: number, to: number): Promise<void> {
    await dragWithFinger(this.page, await this.middle(from), await this.middle(to));
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** The label of the focused cell. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => element().shadowRoot?.activeElement?.getAttribute("aria-label") ?? "");
  }

  async label(square: number): Promise<string> {
    return (await this.#cell(square).getAttribute("aria-label")) ?? "";
  }

  /** The last sentence in the live region. */
  async spoken(): Promise<string> {
    return (await this.page.locator("[role=log] p").last().textContent()) ?? "";
  }

  /** How many elements inside the board match a selector. */
  async count(selector: string): Promise<number> {
    return this.page.locator(selector).count();
  }

  #cell(square: number): Locator {
    return this.page.locator(`[role=gridcell][data-square="${square}"]`);
  }
}

declare global {
  /** The board of the page; exists in the browser only. */
  function element(): HTMLElement;
}
