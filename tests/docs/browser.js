// A real browser, and pages in it that may not fail, ask other sites, or break a rule of accessibility.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { installed, load } from './installed.js';

const PATIENCE = 180_000;
const { chromium } = (await load('playwright-core')).default;

/** Starts the browser; `CHROMIUM` names another one. */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
}

export class Reader {
  faults = [];
  strangers = [];

  /** Opens a page; `options` are those of a browser context. */
  static async open(browser, address, options = {}) {
    const reader = new Reader();
    const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    reader.page = await context.newPage();
    reader.page.on('pageerror', (error) => reader.faults.push(error.message));
    reader.page.on('console', (message) => message.type() === 'error' && reader.faults.push(message.text()));
    const { origin } = new URL(address);
    context.on('request', (request) => request.url().startsWith(origin) || reader.strangers.push(request.url()));
    await reader.page.goto(address);
    return reader;
  }

  /** The rules of axe that the page breaks, and where. */
  async broken() {
    await this.page.evaluate(await readFile(installed('axe-core/axe.min.js'), 'utf8'));
    const { violations } = await this.page.evaluate(() => globalThis.axe.run());
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }

  /** How many pixels of the page are beyond the right edge of the window. */
  overflow() {
    return this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  }

  /** Leaves; nothing may have gone wrong. */
  async leave() {
    assert.deepEqual(this.faults, []);
    assert.deepEqual(this.strangers, []);
    await this.page.context().close();
  }
}
