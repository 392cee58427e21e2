// A real server on a free port that serves the built app; `PARLOUR_BIN` is the path of its binary.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const DEFAULT_BINARY = fileURLToPath(new URL("../../../target/debug/parlour", import.meta.url));

/** Lines of the configuration file. */
export type Configuration = string;

/** A running server and its data. */
export class Server {
  #process: ChildProcess | null = null;
  #listen = "127.0.0.1:0";

  private constructor(
    private readonly directory: string,
    private readonly path: string,
  ) {}

  /** The address of the app, ending in a slash. */
  address = "";

  /** Starts a server; `path` hosts it below that path. */
  static async start(configuration: Configuration = "", path = ""): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), "parlour-app-")), path);
    await writeFile(join(server.directory, "parlour.toml"), configuration);
    await server.up();
    return server;
  }

  /** Starts the process; after `down`, on the same port with the same data. */
  async up(): Promise<void> {
    const data = join(this.directory, "data");
    const flags = ["--listen", this.#listen, "--data", data, "--config", join(this.directory, "parlour.toml")];
    const place = this.path ? ["--public-url", `http://127.0.0.1${this.path}`] : [];
    const child = spawn(process.env.PARLOUR_BIN ?? DEFAULT_BINARY, ["serve", ...flags, ...place], {
      env: withoutSettings(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    this.#listen = await listening(child);
    this.address = `http://${this.#listen}${this.path}/`;
  }

  /** Runs a command on the data of the server; returns what it prints. */
  async command(...args: string[]): Promise<string> {
    const place = ["--data", join(this.directory, "data"), "--config", join(this.directory, "parlour.toml")];
    return (await promisify(execFile)(process.env.PARLOUR_BIN ?? DEFAULT_BINARY, [...args, ...place], { env: withoutSettings() })).stdout;
  }

  /** Stops the process with SIGTERM. */
  async down(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
  }

  async stop(): Promise<void> {
    await this.down();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** The environment of the tests without the variables that the server reads as settings. */
function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PARLOUR_")));
}

/** Waits until the server prints its address; returns the host and port. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (bytes: Buffer): void => {
      said += bytes.toString();
      const found = /listens on http:\/\/([\d.]+:\d+)/.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    child.once("error", (error) => reject(new Error(`no server: ${error.message}. Build it with cargo build -p parlour.`)));
  });
}
