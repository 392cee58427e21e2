// Many new visitors behind one address, such as a school class, with the limits that a server has by itself.
import { expect, test } from "vitest";
import { testApp } from "./app.js";
import type { Person } from "./browser.js";

const app = testApp();
const BROWSERS = 50;
/** How many open the page at the same moment. */
const AT_ONCE = 5;

/** Opens the home page in a new browser and waits for its board. */
async function opensHome(): Promise<Person> {
  const person = await app.open();
  await person.page.getByText("8 × 8 · 12 men each").waitFor();
  await person.page.locator(".home-board [role=gridcell]").first().waitFor({ state: "attached" });
  return person;
}

test(`${BROWSERS} fresh browsers from one address all see a board`, async () => {
  const people: Person[] = [];
  while (people.length < BROWSERS) people.push(...(await Promise.all(Array.from({ length: AT_ONCE }, opensHome))));
  expect(people.flatMap(({ faults }) => faults)).toEqual([]);
  for (const person of people) await person.leave();
});
