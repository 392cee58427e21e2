// One process of the real binary that serves: started, awaited, ended by its id.

import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';

/** Ports that the system gives to nobody who asks for any free one, so that a process which is restarted finds its own again. */
const PORTS = [12_000, 32_000];

export class Node {
  #binary;
  #place;
  #environment;
  #shell;
  #child;
  log = '';

  /**
   * `place` are the arguments that say where its data is, `environment` its variables. `shell` is a command of the shell that is
   * run before in the same process, such as `ulimit`.
   */
  constructor(binary, place, environment, shell) {
    this.#binary = binary;
    this.#place = place;
    this.#environment = environment;
    this.#shell = shell;
  }

  /** Starts the process on a free port, or again on the port that it had; resolves when it listens. */
  async start() {
    if (this.url) return this.#listenOn(new URL(this.url).port);
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#listenOn(randomInt(...PORTS));
      } catch (error) {
        if (tries === 10 || !/Address already in use/.test(error.message)) throw error;
        this.log = '';
      }
    }
  }

  async #listenOn(port) {
    const listen = `127.0.0.1:${port}`;
    const args = ['serve', '--listen', listen, ...this.#place];
    const command = this.#shell ? ['sh', '-c', `${this.#shell}; exec "$0" "$@"`, this.#binary, ...args] : [this.#binary, ...args];
    this.#child = spawn(command[0], command.slice(1), { env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stderr.setEncoding('utf8').on('data', (part) => (this.log += part));
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error(`the server ended before it listened:\n${this.log}`);
    });
    ended.catch(() => {}); // it ends one day, and whoever ended it knows
    this.url = await Promise.race([this.#listening(), ended]);
  }

  /** Ends the process with a signal, unless it has ended already; gives its exit code, or the signal that ended it. */
  async end(signal) {
    if (this.isRunning) process.kill(this.pid, signal);
    return this.ended();
  }

  /** Waits until the process has ended; gives its exit code, or the signal that ended it. */
  async ended() {
    if (this.isRunning) await once(this.#child, 'exit');
    return this.#child.exitCode ?? this.#child.signalCode;
  }

  /** Sends a signal without waiting for the end. */
  signal(signal) {
    process.kill(this.pid, signal);
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The id of the process. */
  get pid() {
    return this.#child.pid;
  }

  /** The metrics, from the listener that is only for them. */
  async metrics() {
    const response = await fetch(this.metricsUrl);
    if (response.status !== 200) throw new Error(`metrics are refused: ${response.status}`);
    return response.text();
  }

  /** The address that it prints when it listens. */
  #listening() {
    let printed = '';
    return new Promise((resolve) => {
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
  }
}
