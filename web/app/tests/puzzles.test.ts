// Puzzles: solved by the only moves, with hints and a streak that is kept, also without a network.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { hasModule } from "./steps.js";

const app = testApp(NO_RATE_LIMIT);

interface PuzzleFile {
  readonly puzzles: readonly [position: string, moves: string][];
}

/** The moves of a puzzle that ships. */
function solution(variant: string, place: number): string[] {
  const file = fileURLToPath(new URL(`../puzzles/${variant}.json`, import.meta.url));
  const { puzzles } = JSON.parse(readFileSync(file, "utf8")) as PuzzleFile;
  return puzzles[place]?.[1].split(" ") ?? [];
}

async function open(options = {}): Promise<Person> {
  const person = await app.open("puzzles", options);
  await person.waitForStatus("to move and win");
  return person;
}

/** Types a move on the board. */
async function type(person: Person, move: string): Promise<void> {
  await person.page.locator("checkers-board").evaluate((board, text) => (board as unknown as { typed(text: string): boolean }).typed(text), move);
}

/** Whether it is the solver's turn on the board. */
async function waitForTurn(person: Person): Promise<void> {
  await expect
    .poll(() => person.page.locator("checkers-board").evaluate((board) => (board as unknown as { legal: unknown[] }).legal.length))
    .toBeGreaterThan(0);
}

/** Makes the solver's moves of a puzzle; the answers come by themselves. */
async function solve(person: Person, variant: string, place: number): Promise<void> {
  const moves = solution(variant, place);
  for (const [ply, move] of moves.entries()) {
    if (ply % 2 === 1) continue;
    await waitForTurn(person);
    await type(person, move);
    await person.waitForStatus(ply === moves.length - 1 ? "Solved" : "Right");
    if (ply + 1 < moves.length) await expect.poll(() => legalBelongsTo(person, moves[ply + 2] ?? "")).toBe(true);
  }
}

/** Whether a move can be typed now: its first square has a legal move. */
function legalBelongsTo(person: Person, move: string): Promise<boolean> {
  return person.page.locator("checkers-board").evaluate((board, text) => {
    const { labels, legal } = board as unknown as { labels: (string | null)[]; legal: { from: number }[] };
    const [from] = text.split(/[-x:]/);
    return legal.some((move) => labels[move.from] === from);
  }, move);
}

const facts = (person: Person): Promise<string> => person.page.locator(".puzzle-facts").innerText();

test.runIf(hasModule)("a solved puzzle adds to the streak, which is kept, and the next one is another", async () => {
  const person = await open();
  await solve(person, "english", 0);
  await expect.poll(() => facts(person)).toMatch(/Streak 1\s+Best 1/);
  await person.press("Next puzzle");
  await person.page.getByText("Puzzle 2").waitFor();
  await person.waitForStatus("to move and win");
  await person.page.reload();
  await person.page.getByText("Puzzle 2").waitFor();
  await expect.poll(() => facts(person)).toMatch(/Streak 1\s+Best 1/);
  await expect.poll(() => person.page.locator(".analysis-head").innerText()).toContain("1 of ");
  await person.leave();
});

test.runIf(hasModule)("a move that does not win is taken back with words and ends the streak", async () => {
  const person = await open();
  await solve(person, "english", 0);
  await person.press("Next puzzle");
  await person.waitForStatus("to move and win");
  await waitForTurn(person);
  const [right = ""] = solution("english", 1);
  const wrong = await person.page.locator("checkers-board").evaluate((board, right) => {
    const { labels, legal } = board as unknown as { labels: string[]; legal: { from: number; to: number; captures: number[] }[] };
    return legal.map(({ from, to }) => `${labels[from]}-${labels[to]}`).find((move) => move !== right) ?? "";
  }, right);
  await type(person, wrong);
  await person.waitForStatus(`${wrong} does not win`);
  await expect.poll(() => facts(person)).toMatch(/Streak 0\s+Best 1/);
  await solve(person, "english", 1);
  expect(await facts(person)).toMatch(/Streak 0\s+Best 1/);
  await person.leave();
});

test.runIf(hasModule)("a hint names the piece, and the solution is shown to the end", async () => {
  const person = await open();
  await person.press("Hint");
  const [first = ""] = solution("english", 0);
  await person.waitForStatus(`Move the piece on ${first.split(/[-x]/)[0]}.`);
  await person.press("Show the solution");
  await person.waitForStatus("This was the solution");
  await person.page.getByText(solution("english", 0).join(" ")).waitFor();
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

test.runIf(hasModule).each(["international", "russian", "brazilian"])("the first puzzle of %s can be solved", async (variant) => {
  const person = await open();
  await person.page.getByLabel("Variant").selectOption(variant);
  await expect.poll(() => person.page.getByLabel("Variant").inputValue()).toBe(variant);
  await person.waitForStatus("to move and win");
  await expect.poll(() => legalBelongsTo(person, solution(variant, 0)[0] ?? "")).toBe(true);
  await solve(person, variant, 0);
  await person.leave();
});

test.runIf(hasModule)("puzzles work without a network, also after a reload", async () => {
  const person = await open();
  await expect
    .poll(() =>
      person.page.evaluate(async () => {
        const cache = await caches.open((await caches.keys())[0] ?? "");
        const names = (await cache.keys()).map(({ url }) => url);
        return [/parlour-.*\.wasm/, /module-worker-/, /analysis-.*\.js/, /\/checkers-/, /english-.*\.json/].every((name) =>
          names.some((url) => name.test(url)),
        );
      }),
    )
    .toBe(true);
  await person.context.setOffline(true);
  await person.page.reload();
  await person.waitForStatus("to move and win");
  await solve(person, "english", 0);
  await person.leave("provoked");
});

test
  .runIf(hasModule)
  .each([{}, { colorScheme: "dark" as const, viewport: { width: 390, height: 844 } }, { locale: "ar", viewport: { width: 320, height: 568 } }])(
  "no accessibility rule is broken, and nothing is wider than the window: %o",
  async (options) => {
    const person = await app.open("puzzles", options);
    await person.page.locator(".puzzle-facts").waitFor();
    expect(await person.violations()).toEqual([]);
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await person.leave();
  },
);
