// A browser that is signed in to the dashboard, without the page: its cookie, and the headers that the page sends.

import assert from 'node:assert/strict';

/** The cookie and the headers of a page of the dashboard. */
export class DashboardPage {
  cookie;

  constructor(server, mode = 'live') {
    this.server = server;
    this.mode = mode;
  }

  /** Signs in with `{ key }` or `{ link }`. */
  static async signIn(server, secret, mode = 'live') {
    const page = new DashboardPage(server, mode);
    const answer = await page.call('POST', '/v1/dashboard/sign-ins', { body: secret });
    assert.equal(answer.status, 201, answer.text);
    page.account = answer.body;
    return page;
  }

  /** A request as the page sends it; `headers` with `undefined` are left out. */
  async call(method, path, { body, headers = {}, tenant } = {}) {
    const usual = {
      origin: this.server.url,
      'sec-fetch-site': 'same-origin',
      'x-parlour-dashboard': this.mode,
      'x-parlour-tenant': tenant,
      cookie: this.cookie,
    };
    const sent = Object.fromEntries(Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined));
    const answer = await this.server.call(method, path, { body, headers: sent });
    const [set] = answer.headers.getSetCookie();
    if (set) this.cookie = set.split(';')[0];
    return { ...answer, set };
  }
}

/** What follows `#link=` in a new link of the operator. */
export async function operatorLink(server, ...args) {
  const printed = await server.command('admin', 'link', '--json', ...args);
  return new URL(JSON.parse(printed).url).hash.replace('#link=', '');
}
