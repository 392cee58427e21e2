// A real browser with one board on a page, and the ways to use it.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { CheckersBoard } from "../../games/checkers/board/checkers-board.js";
import type { Fixture } from "./fixtures.js";
import { type Site, serve } from "./server.js";

const ARGUMENTS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** How long anything may take; far longer than on a busy machine. */
const PATIENCE_MS = 90_000;

/** An event that a board has dispatched. */
export interface Sent {
  readonly type: string;
  readonly detail: Record<string, unknown>;
}

/** The browser and the site it visits. */
export class Stage {
  private constructor(
    private readonly browser: Browser,
    private readonly site: Site,
  ) {}

  static async start(): Promise<Stage> {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    return new Stage(await chromium.launch({ executablePath, args: ARGUMENTS }), await serve());
  }

  async stop(): Promise<void> {
    await this.browser.close();
    this.site.close();
  }

  /** Opens a page with one draughts board in it. */
  async checkers(fixture: Fixture, properties: Partial<CheckersBoard> = {}, context: BrowserContextOptions = {}): Promise<BoardPage> {
    const { name: _, ...told } = fixture;
    return this.open("checkers-board", { animation: "off", ...told, ...properties }, context);
  }

  /** Opens a page with one board element in it. */
  async open(tag: string, properties: object, context: BrowserContextOptions = {}): Promise<BoardPage> {
    const visit = await this.browser.newContext({ viewport: { width: 800, height: 800 }, ...context });
    visit.setDefaultTimeout(PATIENCE_MS);
    const page = await visit.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto(this.site.address);
    await page.evaluate(
      ([tag, properties]) => {
        const board = Object.assign(document.createElement(tag as string), properties);
        const sent: unknown[] = [];
        for (const type of ["move", "refusal", "select", "command"]) {
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
  async middle(square: number): Promise<{ x: number; y: number }> {
    const box = await this.page.locator(`[role=gridcell][data-square="${square}"]`).boundingBox();
    if (!box) throw new Error(`square ${square} is not on the page`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async tap(...squares: number[]): Promise<void> {
    for (const square of squares) {
      const { x, y } = await this.middle(square);
      await this.page.mouse.click(x, y);
    }
  }

  async drag(from: number, to: number): Promise<void> {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: 5 });
    await this.page.mouse.up();
  }

  /** Drags with a pen, by the browser's input events. */
  async stroke(from: number, to: number): Promise<void> {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    const session = await this.page.context().newCDPSession(this.page);
    const pen = (type: "mousePressed" | "mouseMoved" | "mouseReleased", point: { x: number; y: number }) =>
      session.send("Input.dispatchMouseEvent", { type, ...point, button: "left", buttons: 1, clickCount: 1, pointerType: "pen" });
    await pen("mousePressed", start);
    await pen("mouseMoved", { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
    await pen("mouseMoved", end);
    await pen("mouseReleased", end);
  }

  /** Drags with a finger, by the browser's input events. */
  async swipe(from: number, to: number): Promise<void> {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    const session = await this.page.context().newCDPSession(this.page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [start]);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch("touchMove", [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }]);
    }
    await touch("touchEnd", []);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** The label of the focused cell. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => element().shadowRoot?.activeElement?.getAttribute("aria-label") ?? "");
  }

  async label(square: number): Promise<string> {
    return (await this.page.locator(`[role=gridcell][data-square="${square}"]`).getAttribute("aria-label")) ?? "";
  }

  /** The last sentence in the live region. */
  async spoken(): Promise<string> {
    return (await this.page.locator("[role=log] p").last().textContent()) ?? "";
  }

  /** How many elements inside the board match a selector. */
  async count(selector: string): Promise<number> {
    return this.page.locator(selector).count();
  }
}

declare global {
  /** The board of the page; exists in the browser only. */
  function element(): HTMLElement;
}
