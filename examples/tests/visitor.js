// Somebody who opens a page in a real browser and plays; errors of the page are failures of the test.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** Starts the browser; `CHROMIUM` names another one. */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
}

export class Visitor {
  faults = [];

  static async come(browser, address) {
    const visitor = new Visitor();
    const context = await browser.newContext({ locale: "en", reducedMotion: "reduce", viewport: { width: 800, height: 1000 } });
    visitor.page = await context.newPage();
    visitor.page.setDefaultTimeout(180_000);
    visitor.page.on("pageerror", (error) => visitor.faults.push(error.message));
    visitor.page.on("console", (message) => message.type() === "error" && visitor.faults.push(message.text()));
    await visitor.page.goto(address);
    return visitor;
  }

  /** Leaves; nothing may have gone wrong. */
  async leave() {
    assert.deepEqual(this.faults, []);
    await this.page.context().close();
  }

  /** Waits until the page says this. */
  async reads(text, place = this.page) {
    await place.getByText(text).first().waitFor();
  }

  /** Plays tic-tac-toe by clicks to the end: any free cell will do. */
  async playTicTacToe(place = this.page) {
    const board = place.locator("tictactoe-board");
    for (let seen = await turn(board); !seen.over; seen = await turn(board, seen.position)) {
      await press(board, seen.free);
    }
  }

  /** Plays draughts by clicks to the end, or so many moves: any legal one will do. */
  async playDraughts(place = this.page, moves = Infinity) {
    const board = place.locator("checkers-board");
    let seen = await turn(board);
    for (let made = 0; made < moves && !seen.over; made++) {
      const { from, path, to } = seen.legal[0];
      // The end square suffices unless another way leads there; then the landing squares say which.
      const rivals = seen.legal.filter((move) => move.from === from && move.to === to);
      await press(board, from, ...(rivals.length > 1 ? path : [to]));
      seen = await turn(board, seen.position);
    }
  }
}

async function press(board, ...squares) {
  for (const square of squares) await board.locator(`[role=gridcell][data-square="${square}"]`).click();
}

/** Waits for our next turn, or for the end of the game, and gives what the board knows. */
function turn(board, before = null) {
  return board.evaluate((element, before) => new Promise((resolve) => {
    const look = () => {
      const { legal, turn, you } = element;
      const position = JSON.stringify(element.board);
      const over = before !== null && turn === null;
      if (!over && (turn === null || turn !== you || legal?.length === 0 || position === before)) return requestAnimationFrame(look);
      resolve({ over, position, legal, free: element.board.indexOf(null) });
    };
    look();
  }), before);
}
