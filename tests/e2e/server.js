// The real server as a child process: a free port, a data directory of its own, ended by its id.

import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const BINARY = process.env.PARLOUR_BIN ?? fileURLToPath(new URL('../../target/debug/parlour', import.meta.url));

/** The address of a PostgreSQL database that servers store their games in, each in a schema of its own. */
export const TEST_STORE = process.env.PARLOUR_TEST_STORE;

/** The option of tests that look into the file of SQLite. */
export const ABOUT_THE_FILE = { skip: TEST_STORE !== undefined && 'games are stored in PostgreSQL' };

/** Bots answer at once, and nobody is slowed down by an allowance, unless a test is about just that. */
const QUICK = {
  metrics_listen: '127.0.0.1:0',
  'limits.events_per_second': 1_000_000,
  'limits.event_burst': 1_000_000,
  'limits.get_moves_per_second': 1_000_000,
  'limits.get_moves_burst': 1_000_000,
  'limits.anonymous_requests_per_minute': 1_000_000,
  'limits.page_requests_per_minute': 1_000_000,
  'limits.operator_requests_per_minute': 1_000_000,
  'times.cached_answers': '0ms',
  'times.bot_delays.tictactoe.easy': '0ms',
  'times.bot_delays.tictactoe.medium': '0ms',
  'times.bot_delays.tictactoe.hard': '0ms',
  'times.bot_delays.checkers.easy': '0ms',
  'times.bot_delays.checkers.medium': '0ms',
  'times.bot_delays.checkers.hard': '0ms',
};

/** Runs a command of the binary and gives what it prints. */
export async function parlour(...args) {
  return (await promisify(execFile)(BINARY, args, { env: environment({}), maxBuffer: 1 << 26 })).stdout;
}

/** Runs a command of the binary that reads standard input; gives its exit code and all it printed. */
export async function parlourReading(input, ...args) {
  const child = spawn(BINARY, args, { env: environment({}), stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  child.stdin.on('error', () => {}); // it may end before it reads
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, text };
}

/** A schema of the test database. */
class Schema {
  #name = `e2e_${randomBytes(8).toString('hex')}`;

  static async create() {
    const schema = new Schema();
    await schema.#run(`CREATE SCHEMA ${schema.#name}`);
    return schema;
  }

  /** The address of the database with this schema, through a proxy if there is one. */
  url(through) {
    const url = new URL(TEST_STORE);
    if (through) url.host = new URL(through).host;
    return `${url}?options=-csearch_path%3D${this.#name}`;
  }

  async drop() {
    await this.#run(`DROP SCHEMA ${this.#name} CASCADE`);
  }

  async #run(statement) {
    await promisify(execFile)('psql', ['--quiet', '--no-psqlrc', '--command', statement, TEST_STORE], {
      env: { ...process.env, PGOPTIONS: '-c client_min_messages=warning' },
    });
  }
}

export class Server {
  #child;
  #data;
  #place;
  #schema;
  #environment;
  #shell;
  log = '';

  /**
   * Starts a server; `settings` are keys of the configuration, such as `times.reconnect_window`.
   * `folder` is where its data directory is made, `extra` are more variables of its environment, `shell` is a command
   * of the shell that is run before in the same process, such as `ulimit`, `through` the address of a proxy before PostgreSQL; with
   * `sqlite` games are stored in SQLite whatever the suite runs against.
   */
  static async start(settings = {}, { folder = tmpdir(), extra = {}, shell, through, sqlite = false } = {}) {
    const server = new Server();
    server.#data = await mkdtemp(join(folder, 'parlour-e2e-'));
    server.#place = ['--data', server.#data];
    if (TEST_STORE && !sqlite) server.#schema = await Schema.create();
    if (server.#schema) server.#place.push('--store', server.#schema.url(through));
    server.#environment = { ...environment({ ...QUICK, ...settings }), ...extra };
    server.#shell = shell;
    await server.#launch('127.0.0.1:0');
    return server;
  }

  /** Ends the server as an operator does, and forgets its data; a panic in the log is a failure. */
  async stop() {
    await this.end('SIGTERM');
    await rm(this.#data, { recursive: true, force: true });
    await this.#schema?.drop();
    if (/panick/.test(this.log)) throw new Error(`the server panicked:\n${this.log}`);
  }

  /** Moves the data of this ended server into the database of another one. */
  async moveInto(other) {
    return parlour('migrate', '--from', this.#data, '--to', other.#schema.url());
  }

  /** Moves the data of an ended server from SQLite to PostgreSQL, where it starts the next time; gives what is printed. */
  async moveToPostgres() {
    this.#schema ??= await Schema.create();
    const printed = await this.moveInto(this);
    this.#place.push('--store', this.#schema.url());
    return printed;
  }

  /** Ends the server with a signal and starts it again on the same data and the same port. */
  async restart(signal) {
    await this.end(signal);
    await this.again();
  }

  /** Ends the server with a signal, unless it has ended already; gives its exit code, or the signal that ended it. */
  async end(signal) {
    if (this.#isRunning) process.kill(this.#child.pid, signal);
    return this.ended();
  }

  /** Waits until the server has ended; gives its exit code, or the signal that ended it. */
  async ended() {
    if (this.#isRunning) await once(this.#child, 'exit');
    return this.#child.exitCode ?? this.#child.signalCode;
  }

  get #isRunning() {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Changes settings for the next start; gives the values that were set before. */
  set(settings) {
    const variables = settingsAsVariables(settings);
    const before = Object.keys(settings).map((key) => [key, this.#environment[variableOf(key)] ?? '']);
    Object.assign(this.#environment, variables);
    return Object.fromEntries(before);
  }

  /** Starts an ended server again on the same data and the same port. */
  async again() {
    await this.#launch(new URL(this.url).host);
  }

  /** Sends a signal without waiting for the end. */
  signal(signal) {
    process.kill(this.#child.pid, signal);
  }

  /** The id of the process. */
  get pid() {
    return this.#child.pid;
  }

  /** The database file. */
  get database() {
    return join(this.#data, 'parlour.db');
  }

  /** A tenant; keys are made with `key`. */
  async tenant(name, plan = 'enterprise') {
    const printed = await parlour('tenants', 'create', name, '--plan', plan, '--json', ...this.#place);
    return JSON.parse(printed).id;
  }

  /** A new API key: `{ id, key, … }`. */
  async key(tenant, mode = 'live', ...origins) {
    const sites = origins.flatMap((origin) => ['--origin', origin]);
    const args = ['keys', 'create', '--tenant', tenant, '--mode', mode, '--json', ...this.#place];
    return JSON.parse(await parlour(...args, ...sites));
  }

  /** The keys of two tenants: `live` and `trial` of one, `stranger` of the other. */
  async twoTenants() {
    const acme = await this.tenant('Acme');
    const { key: live } = await this.key(acme, 'live');
    const { key: trial } = await this.key(acme, 'test');
    const { key: stranger } = await this.key(await this.tenant('Bolt'), 'live');
    return { live, trial, stranger };
  }

  /** Runs a command on the data of this server and gives what it prints. */
  async command(...args) {
    return parlour(...args, ...this.#place);
  }

  /** The same with the settings of this server. */
  async configured(...args) {
    const options = { env: this.#environment, maxBuffer: 1 << 26 };
    return (await promisify(execFile)(BINARY, [...args, ...this.#place], options)).stdout;
  }

  /** Starts a command on the data of this server that goes on until it is ended. */
  background(...args) {
    return new Background([...args, ...this.#place]);
  }

  /** Does something else with keys: `rotate`, `revoke`. */
  async keys(...args) {
    return parlour('keys', ...args, ...this.#place);
  }

  /** A request; `body` is sent as JSON. Gives `{ status, headers, body, text }`. */
  async call(method, path, { key, body, headers = {} } = {}) {
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const response = await fetch(this.url + path, {
      method,
      headers: { ...authorization, ...content, ...headers },
      body: text,
    });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(answer), text: answer };
  }

  /** The metrics, from the listener that is only for them. */
  async metrics() {
    const response = await fetch(this.metricsUrl);
    if (response.status !== 200) throw new Error(`metrics are refused: ${response.status}`);
    return response.text();
  }

  /** Creates a session and gives the answer; anything but a success is a failure of the test. */
  async session(key, fields) {
    const { status, body, text } = await this.call('POST', '/v1/sessions', { key, body: fields });
    if (status !== 201) throw new Error(`the session was refused: ${text}`);
    return body;
  }

  async #launch(listen) {
    const args = ['serve', '--listen', listen, ...this.#place];
    const command = this.#shell ? ['sh', '-c', `${this.#shell}; exec "$0" "$@"`, BINARY, ...args] : [BINARY, ...args];
    this.#child = spawn(command[0], command.slice(1), { env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stderr.setEncoding('utf8').on('data', (part) => (this.log += part));
    let printed = '';
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error(`the server ended before it listened:\n${this.log}`);
    });
    const listening = new Promise((resolve) => {
      this.#child.stdout.setEncoding('utf8').on('data', (part) => {
        printed += part;
        const address = /listens on (https?:\S+)/.exec(printed);
        const metrics = /metrics are at (http:\S+)/.exec(printed);
        if (address && (metrics || this.#environment.PARLOUR_METRICS_LISTEN === 'off')) {
          this.metricsUrl = metrics?.[1];
          resolve(address[1]);
        }
      });
    });
    this.url = await Promise.race([listening, ended]);
    ended.catch(() => {}); // it ends one day, and whoever ended it knows
  }
}

/** A command that goes on: what it prints is waited for. */
class Background {
  #child;
  #waiting = [];
  text = '';

  constructor(args) {
    this.#child = spawn(BINARY, args, { env: environment({}), stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => {
        this.text += part;
        this.#waiting.splice(0).forEach((wake) => wake());
      });
    }
    this.ended = once(this.#child, 'close').then(([code]) => {
      this.code = code;
      this.#waiting.splice(0).forEach((wake) => wake());
    });
  }

  /** Waits until it has printed something like this, and gives the match. */
  async printed(pattern) {
    for (;;) {
      const match = pattern.exec(this.text);
      if (match) return match;
      if (this.code !== undefined) throw new Error(`it ended before it printed ${pattern}:\n${this.text}`);
      await new Promise((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Ends it as Ctrl-C does, unless it has ended; gives its exit code. */
  async interrupt() {
    if (this.code === undefined) process.kill(this.#child.pid, 'SIGINT');
    await this.ended;
    return this.code;
  }
}

/** What the child may know: settings of the one who runs the tests are not settings of the tests. */
function environment(settings) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PARLOUR_'));
  return { ...Object.fromEntries(own), ...settingsAsVariables(settings) };
}

function settingsAsVariables(settings) {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [variableOf(key), String(value)]));
}

function variableOf(key) {
  return `PARLOUR_${key.replaceAll('.', '__').toUpperCase()}`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
