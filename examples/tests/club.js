// A server of games for development, the back end that uses it, and a browser: set up as the README of the back end says.
import { Server } from "../../tests/e2e/server.js";
import { Program } from "./program.js";
import { startBrowser } from "./visitor.js";

export class Club {
  #started = [];
  backend;
  browser;
  /** What webhooks are signed with. */
  secret;

  /** Starts all of it; what was started before a failure is ended. */
  static async open() {
    const club = new Club();
    await club.#open().catch(async (error) => {
      await club.close();
      throw error;
    });
    return club;
  }

  async close() {
    for (const end of this.#started.reverse()) await end();
  }

  async #open() {
    const server = await Server.start({}, { dev: true });
    this.#started.push(() => server.stop());
    const games = { GAMES_API_KEY: await server.devKey(), GAMES_URL: server.url };
    const subscribe = async (address) => {
      const printed = await Program.run("node-backend", "subscribe.js", { ...games, HOOK_URL: `${address}/webhooks` });
      return printed.slice("GAMES_WEBHOOK_SECRET=".length);
    };
    this.secret = await subscribe("http://127.0.0.1:9999");
    this.backend = await Program.start("node-backend", "server.js", { ...games, GAMES_WEBHOOK_SECRET: this.secret });
    this.#started.push(() => this.backend.stop());
    // Only now is its port known. A second subscription rotates the secret; for a day the first one still signs.
    await subscribe(this.backend.address);
    this.browser = await startBrowser();
    this.#started.push(() => this.browser.close());
  }
}
