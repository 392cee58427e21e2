// A real server on a free port with the built app inside; the binary is named by PARLOUR_BIN.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const USUAL = fileURLToPath(new URL("../../../target/debug/parlour", import.meta.url));

/** What differs from the usual settings, as lines of the configuration. */
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

  /** Starts the process; after a `down` on the same port and the same data. */
  async up(): Promise<void> {
    const data = join(this.directory, "data");
    const flags = ["--listen", this.#listen, "--data", data, "--config", join(this.directory, "parlour.toml")];
    const place = this.path ? ["--public-url", `http://127.0.0.1${this.path}`] : [];
    const child = spawn(process.env.PARLOUR_BIN ?? USUAL, ["serve", ...flags, ...place], { env: withoutSettings(), stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    const heard = await listening(child);
    this.#listen = heard;
    this.address = `http://${heard}${this.path}/`;
  }

  /** Ends the process as a restart would. */
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

/** The environment of the tests, without what the server would take for its settings. */
function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PARLOUR_")));
}

/** Waits for the line that says where the server listens. */
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
