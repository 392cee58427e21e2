// Steps that open screens of the app from the home page, for tests and screenshots.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Person } from "./browser.js";

/** Whether the app was built with the module; where its target cannot be had, the app asks the server. */
export const hasModule = existsSync(fileURLToPath(new URL("../module/parlour.wasm", import.meta.url)));

/** Plays a legal move of the player in draughts, chosen by its number. */
export async function playAny(person: Person, number: number): Promise<void> {
  await person.page.locator("checkers-board").evaluate((board, number) => {
    type Move = { from: number; path: number[]; captures: number[] };
    const { labels, legal, typed } = board as unknown as { labels: string[]; legal: Move[]; typed: (text: string) => boolean };
    const move = legal[number % legal.length];
    if (move) typed.call(board, [move.from, ...move.path].map((square) => labels[square]).join(move.captures.length ? "x" : "-"));
  }, number);
}

/** Opens the variant picker. */
export async function openVariantPicker(person: Person): Promise<void> {
  await person.press("Change");
  await person.page.getByText("Which capture").waitFor();
}

/** Opens the invitation of a friend. */
export async function openInvitation(person: Person): Promise<void> {
  await person.invite();
}

/** Joins the queue of a variant. */
export async function joinQueue(person: Person, variant: string): Promise<void> {
  await person.choose({ variant });
  await person.press("Play now");
  await person.page.getByText("in the queue").waitFor();
}

/** Resigns the game on the screen and waits for the result. */
export async function resign(person: Person): Promise<void> {
  await person.press("Resign");
  await person.page.locator("dialog .danger").click();
  await person.page.getByText("By resignation").first().waitFor();
}

/** Opens the list of public games. */
export async function openPublicGames(person: Person): Promise<void> {
  await person.visit("watch");
  await person.page.locator(".card, .empty").first().waitFor();
}

/** Opens the rules of Turkish draughts. */
export async function openRules(person: Person): Promise<void> {
  await person.visit("rules/turkish");
  await person.page.getByText("Promotion").waitFor();
}

/** Compares the rules of two variants. */
export async function compareRules(person: Person): Promise<void> {
  await person.visit("rules/russian");
  await person.page.getByLabel("Compare with").selectOption("international");
  await person.page.locator(".differences").waitFor();
}
