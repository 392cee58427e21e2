// The Chromium of the tests, and the input that players make in it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";

/** How long a step of a test may take; far longer than needed on a busy machine. */
export const TIMEOUT_MS = 90_000;

const ARGUMENTS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** A point in the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Starts Chromium; `CHROMIUM` is the path of another binary. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS });
}

/** Collects the errors that a page throws or logs. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  return errors;
}

/** Adds `axe`, which checks accessibility rules, to the globals of a page. */
export async function addAxe(page: Page): Promise<void> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
}

/** The middle of an element in the window. */
export async function middleOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags with the mouse. */
export async function dragWithMouse({ mouse }: Page, start: Point, end: Point): Promise<void> {
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 5 });
  await mouse.up();
}

/** Drags with a pen, by the browser's input events. */
export async function dragWithPen(page: Page, start: Point, end: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pen = (type: "mousePressed" | "mouseMoved" | "mouseReleased", point: Point) =>
    session.send("Input.dispatchMouseEvent", { type, ...point, button: "left", buttons: 1, clickCount: 1, pointerType: "pen" });
  await pen("mousePressed", start);
  for (const part of [0.5, 1]) await pen("mouseMoved", between(start, end, part));
  await pen("mouseReleased", end);
}

/** Drags with a finger, by the browser's input events. */
export async function dragWithFinger(page: Page, start: Point, end: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Point[]) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", start);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", between(start, end, part));
  await touch("touchEnd");
}

function between(start: Point, end: Point, part: number): Point {
  return { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
}
