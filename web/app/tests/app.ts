// The server and the browser of a test file, and the people who open the app in it.
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "../../tests/chromium.js";
import { type GameChoice, Person } from "./browser.js";
import { type Configuration, Server } from "./server.js";

/** Settings that keep the rate limit of guests out of the tests. */
export const NO_RATE_LIMIT = "limits.anonymous_requests_per_minute = 10000\n";

/** A server and a browser for the tests of a file; they start before them and stop after them. */
export function testApp(configuration: Configuration = "", path = ""): TestApp {
  const app = new TestApp();
  beforeAll(async () => {
    app.server = await Server.start(configuration, path);
    app.browser = await startBrowser();
  });
  afterAll(async () => {
    await app.browser?.close();
    await app.server?.stop();
  });
  return app;
}

/** The app on a server, and a browser. */
export class TestApp {
  server!: Server;
  browser!: Browser;

  /** Opens a page of the app as a new person. */
  open(path = "", options: BrowserContextOptions = {}): Promise<Person> {
    return Person.open(this.browser, this.server.address, path, options);
  }

  /** Two people who play by an invitation; the first has the first move. */
  async friends(choice: GameChoice, name = ""): Promise<[Person, Person]> {
    const host = await this.open();
    await host.page.getByLabel("Your name").fill(name);
    await host.choose(choice);
    const guest = await this.accept(await host.invite());
    await guest.waitForStatus("is to move");
    await host.waitForStatus("Your turn");
    return [host, guest];
  }

  /** A new person who accepts an invitation. */
  async accept(link: string): Promise<Person> {
    const guest = await this.open(link);
    await guest.page.getByRole("button", { name: "Join" }).click();
    return guest;
  }

  /** Two people whom the server has paired for a public game; the first has the first move. */
  async strangers(choice: GameChoice, name: string): Promise<[Person, Person]> {
    const first = await this.#queue(choice, name);
    await first.page.getByText("Looking for an opponent").waitFor();
    const second = await this.#queue(choice, "Sam");
    await first.waitForStatus("Your turn");
    await second.waitForStatus("is to move");
    return [first, second];
  }

  async #queue(choice: GameChoice, name: string): Promise<Person> {
    const person = await this.open();
    await person.page.getByLabel("Your name").fill(name);
    await person.choose(choice);
    await person.press("Play now");
    return person;
  }
}
