// PostgreSQL and Redis for one scene, each on a free port with data of its own, so that they can be ended and started again.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Skipped } from './scene.js';

const run = promisify(execFile);

/** How long a service may take to start; far longer than on a busy machine. */
const PATIENCE = 60_000;

/** The account that Debian's package creates; PostgreSQL refuses to run as root. */
const ACCOUNT = 'postgres';

/** A process that is ended by its id and started again with the same arguments. */
class Service {
  #child;

  /** Starts the process and waits until it answers. */
  async start() {
    const [program, ...args] = this.command;
    this.#child = spawn(program, args, { ...this.options, stdio: 'ignore' });
    const end = Date.now() + PATIENCE;
    while (!(await this.answers())) {
      if (this.#child.exitCode !== null || Date.now() > end) throw new Error(`${program} does not start`);
      await pause(20);
    }
  }

  /** Ends the process with a signal and waits for its end. */
  async end(signal) {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    process.kill(this.#child.pid, signal);
    await ended;
  }

  /** Ends the process for good. */
  async stop() {
    await this.end('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}

export class Redis extends Service {
  static async start() {
    const redis = new Redis();
    redis.folder = await mkdtemp(join(tmpdir(), 'parlour-redis-'));
    redis.port = await freePort();
    redis.url = `redis://127.0.0.1:${redis.port}`;
    const settings = { port: redis.port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: redis.folder };
    redis.command = ['redis-server', ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])];
    await redis.start().catch((error) => Promise.reject(new Skipped(`there is no Redis here: ${error.message}`)));
    return redis;
  }

  async answers() {
    const line = connect(this.port, '127.0.0.1').on('error', () => {});
    line.write('PING\r\n');
    const [answer] = await Promise.race([once(line, 'data'), once(line, 'close')]).catch(() => []);
    line.destroy();
    return /^\+PONG/.test(String(answer));
  }
}

export class Postgres extends Service {
  static isInstalled() {
    return newestPrograms() !== undefined;
  }

  static async start() {
    const postgres = new Postgres();
    const programs = newestPrograms();
    if (!programs) throw new Skipped('there is no PostgreSQL here');
    postgres.folder = await mkdtemp(join(tmpdir(), 'parlour-postgres-'));
    await chmod(postgres.folder, 0o755);
    const isRoot = process.getuid() === 0;
    if (isRoot) {
      const ids = await Promise.all(['-u', '-g'].map(async (which) => Number((await run('id', [which, ACCOUNT])).stdout)));
      postgres.options = { uid: ids[0], gid: ids[1], cwd: '/' };
      await chown(postgres.folder, ...ids);
    }
    const data = join(postgres.folder, 'data');
    const create = ['--auth=trust', '--encoding=UTF8', '--locale=C', '-U', ACCOUNT, '-D', data];
    await run(join(programs, 'initdb'), create, postgres.options);
    postgres.port = await freePort();
    postgres.url = `postgres://${ACCOUNT}@127.0.0.1:${postgres.port}/postgres`;
    const settings = ['listen_addresses=127.0.0.1', 'max_connections=200'].flatMap((setting) => ['-c', setting]);
    postgres.command = [join(programs, 'postgres'), '-D', data, '-p', String(postgres.port), '-k', postgres.folder, ...settings];
    postgres.isReady = [join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(postgres.port)]];
    await postgres.start();
    return postgres;
  }

  async answers() {
    return run(...this.isReady).then(() => true, () => false);
  }

  /** Ends it for good; the processes of its connections end with it. */
  async stop() {
    await this.end('SIGQUIT');
    await super.stop();
  }
}

function newestPrograms() {
  try {
    const versions = readdirSync('/usr/lib/postgresql').sort((one, other) => Number(other) - Number(one));
    return versions.map((version) => `/usr/lib/postgresql/${version}/bin`)[0];
  } catch {
    return undefined;
  }
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address();
  listener.close();
  await once(listener, 'close');
  return port;
}
