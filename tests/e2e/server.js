// The real server: one process on a free port with a data directory of its own, or several nodes behind a balancer.

import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Balancer } from './balancer.js';
import { Node } from './node.js';

const BINARY = process.env.PARLOUR_BIN ?? fileURLToPath(new URL('../../target/debug/parlour', import.meta.url));

/** The address of a PostgreSQL database that servers store their games in, each in a schema of its own. */
export const TEST_STORE = process.env.PARLOUR_TEST_STORE;

/** The address of the Redis that carries events between nodes. */
export const TEST_REDIS = process.env.PARLOUR_TEST_REDIS;

/** How many nodes serve each test, every client on a random one. */
export const TEST_NODES = Number(process.env.PARLOUR_TEST_CLUSTER ?? 1);

/** How many milliseconds a node may be behind or ahead: several nodes go by the clock of the database. */
export const CLOCK_ERROR = TEST_NODES > 1 ? 100 : 0;

/** The option of tests about several nodes. */
export const SEVERAL_NODES = { skip: TEST_NODES === 1 && 'there is one node' };

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
  'limits.sign_ins_per_minute': 1_000_000,
  'times.cached_answers': '0ms',
  'times.bot_delays.tictactoe.easy': '0ms',
  'times.bot_delays.tictactoe.medium': '0ms',
  'times.bot_delays.tictactoe.hard': '0ms',
  'times.bot_delays.checkers.easy': '0ms',
  'times.bot_delays.checkers.medium': '0ms',
  'times.bot_delays.checkers.hard': '0ms',
};

/** A line of Prometheus: name with labels, and value. */
const SAMPLE = /^([a-z]\S*(?:\{.*\})?) (\S+)$/gm;

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

/** A schema of a database. */
class Schema {
  #name = `e2e_${randomBytes(8).toString('hex')}`;
  #store;

  static async create(store) {
    const schema = new Schema();
    schema.#store = store;
    await schema.#run(`CREATE SCHEMA ${schema.#name}`);
    return schema;
  }

  /** The address of the database with this schema, through a proxy if there is one. */
  url(through) {
    const url = new URL(this.#store);
    if (through) url.host = new URL(through).host;
    return `${url}?options=-csearch_path%3D${this.#name}`;
  }

  async drop() {
    await this.#run(`DROP SCHEMA ${this.#name} CASCADE`);
  }

  /** Runs statements in this schema. */
  async inside(statements) {
    await this.#run(statements, this.url());
  }

  async #run(statement, url = this.#store) {
    await promisify(execFile)('psql', ['--quiet', '--no-psqlrc', '--command', statement, url], {
      env: { ...process.env, PGOPTIONS: '-c client_min_messages=warning' },
    });
  }
}

export class Server {
  #data;
  #place;
  #schema;
  #environment;
  #balancer;
  /** The processes, one or several. */
  nodes;

  /**
   * Starts a server; `settings` are keys of the configuration, such as `times.reconnect_window`.
   * `folder` is where its data directory is made, `extra` are more variables of its environment, `shell` is a command
   * of the shell that is run before in the same process, such as `ulimit`, `through` the address of a proxy before PostgreSQL; with
   * `sqlite` games are stored in SQLite whatever the suite runs against. `nodes` is the number of processes; if there are several,
   * `store` and `redis` are what they share. With `dev` the server is started for development.
   */
  static async start(settings = {}, options = {}) {
    const { folder = tmpdir(), extra = {}, shell, through, sqlite = false, store = TEST_STORE, redis = TEST_REDIS } = options;
    const { dev = false, nodes = sqlite ? 1 : TEST_NODES } = options;
    const server = new Server();
    server.#data = await mkdtemp(join(folder, 'parlour-e2e-'));
    server.#place = ['--data', server.#data];
    if (store && !sqlite) server.#schema = await Schema.create(store);
    if (server.#schema) server.#place.push('--store', server.#schema.url(through));
    server.#environment = { ...environment({ ...QUICK, ...settings }), ...extra };
    if (nodes > 1) server.#environment.PARLOUR_REDIS = redis;
    server.nodes = Array.from({ length: nodes }, () => new Node(BINARY, dev ? [...server.#place, '--dev'] : server.#place, server.#environment, shell));
    await server.again();
    if (nodes > 1) server.#balancer = await Balancer.before(server.nodes.map(({ url }) => url));
    return server;
  }

  /** Where clients connect. */
  get url() {
    return (this.#balancer ?? this.nodes[0]).url;
  }

  /** The proxy before several nodes. */
  get balancer() {
    return this.#balancer;
  }

  /** What all processes have logged. */
  get log() {
    return this.nodes.map(({ log }) => log).join('');
  }

  set log(text) {
    this.nodes.forEach((node) => (node.log = text));
  }

  /** Ends the server as an operator does, and forgets its data; a panic in the log is a failure. */
  async stop() {
    await this.end('SIGTERM');
    this.#balancer?.close();
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
    this.#schema ??= await Schema.create(TEST_STORE);
    const printed = await this.moveInto(this);
    this.#place.push('--store', this.#schema.url());
    return printed;
  }

  /** Ends the server with a signal and starts it again on the same data and the same port. */
  async restart(signal) {
    await this.end(signal);
    await this.again();
  }

  /** Ends every process with a signal, unless it has ended already; gives the exit code, or the signal that ended it. */
  async end(signal) {
    return theSame(await Promise.all(this.nodes.map((node) => node.end(signal))));
  }

  /** Waits until every process has ended; gives the exit code, or the signal that ended it. */
  async ended() {
    return theSame(await Promise.all(this.nodes.map((node) => node.ended())));
  }

  /** Changes settings for the next start; gives the values that were set before. */
  set(settings) {
    const variables = settingsAsVariables(settings);
    const before = Object.keys(settings).map((key) => [key, this.#environment[variableOf(key)] ?? '']);
    Object.assign(this.#environment, variables);
    return Object.fromEntries(before);
  }

  /** Removes settings for the next start. */
  unset(...keys) {
    for (const key of keys) delete this.#environment[variableOf(key)];
  }

  /** Starts every process, again on the same data and the same port if it has ended; if one fails, none goes on. */
  async again() {
    const started = await Promise.allSettled(this.nodes.map((node) => node.start()));
    const failed = started.find(({ status }) => status === 'rejected');
    if (!failed) return;
    await this.end('SIGKILL');
    throw failed.reason;
  }

  /** Sends a signal to every process without waiting for the end. */
  signal(signal) {
    this.nodes.forEach((node) => node.signal(signal));
  }

  /** The id of the process, the first one of several. */
  get pid() {
    return this.nodes[0].pid;
  }

  /** Where one process has its metrics. */
  get metricsUrl() {
    return this.nodes[0].metricsUrl;
  }

  /** The test key that a server for development has made. */
  async devKey() {
    return (await readFile(join(this.#data, 'dev-test-key'), 'utf8')).trim();
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

  /** Runs statements in the database of this server. */
  async sql(statements) {
    await this.#schema.inside(statements);
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
    // A connection for each request, so that each goes to a random node.
    const connection = this.#balancer ? { connection: 'close' } : {};
    const response = await fetch(this.url + path, {
      method,
      headers: { ...authorization, ...content, ...connection, ...headers },
      body: text,
    });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(answer), text: answer };
  }

  /** The metrics, from the listener that is only for them; those of several processes are added up. */
  async metrics() {
    return sum(await Promise.all(this.nodes.map((node) => node.metrics())));
  }

  /** Creates a session and gives the answer; anything but a success is a failure of the test. */
  async session(key, fields) {
    const { status, body, text } = await this.call('POST', '/v1/sessions', { key, body: fields });
    if (status !== 201) throw new Error(`the session was refused: ${text}`);
    return body;
  }
}

/** A command that goes on: what it prints is waited for. */
export class Background {
  #child;
  #waiting = [];
  text = '';

  /** With `terminal` it has a terminal, of the program `script`; `extra` are more variables of its environment. */
  constructor(args, { terminal = false, extra = {} } = {}) {
    const [program, ...rest] = terminal ? ['script', '-qefc', [BINARY, ...args].join(' '), '/dev/null'] : [BINARY, ...args];
    this.#child = spawn(program, rest, { env: { ...environment({}), ...extra }, stdio: ['pipe', 'pipe', 'pipe'] });
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

/** What all processes say, which must be one thing. */
function theSame(words) {
  const different = [...new Set(words)];
  return different.length === 1 ? different[0] : different.join(' and ');
}

/** Texts of Prometheus as one, with the sum of each sample. */
function sum([first, ...others]) {
  const samples = others.flatMap((text) => [...text.matchAll(SAMPLE)].map(([, name, value]) => [name, Number(value)]));
  const known = new Set([...first.matchAll(SAMPLE)].map(([, name]) => name));
  const more = new Map();
  for (const [name, value] of samples) more.set(name, (more.get(name) ?? 0) + value);
  const added = first.replaceAll(SAMPLE, (_, name, value) => `${name} ${Number(value) + (more.get(name) ?? 0)}`);
  const missing = [...more].filter(([name]) => !known.has(name)).map(([name, value]) => `${name} ${value}\n`);
  return added + missing.join('');
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
