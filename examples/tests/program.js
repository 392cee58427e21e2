// A program of an example as a child process, started as its README says and ended by its id.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const EXAMPLES = fileURLToPath(new URL("../", import.meta.url));

/** A running program, and the address it printed. */
export class Program {
  #child;
  address = "";

  /** Starts `node FILE` in the folder of an example or in another one, with these variables in its environment. */
  static async start(folder, file, variables, ...flags) {
    const program = new Program();
    const env = { ...process.env, PORT: "0", ...variables };
    program.#child = spawn(process.execPath, [file, ...flags], { cwd: resolve(EXAMPLES, folder), env, stdio: ["ignore", "pipe", "inherit"] });
    program.address = await program.#printed(/http:\S+/);
    return program;
  }

  /** Runs `node FILE` to its end and gives what it printed. */
  static async run(folder, file, variables) {
    const env = { ...process.env, ...variables };
    const child = spawn(process.execPath, [file], { cwd: resolve(EXAMPLES, folder), env, stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part) => (text += part));
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`${file} ended with ${code}: ${text}`);
    return text.trim();
  }

  async stop() {
    if (this.#child.exitCode !== null) return;
    const exit = once(this.#child, "exit");
    process.kill(this.#child.pid, "SIGTERM");
    await exit;
  }

  #printed(pattern) {
    return new Promise((resolve, reject) => {
      let text = "";
      this.#child.stdout.setEncoding("utf8").on("data", (part) => {
        text += part;
        const found = pattern.exec(text);
        if (found) resolve(found[0]);
      });
      this.#child.once("exit", (code) => reject(new Error(`the program ended with ${code}: ${text}`)));
    });
  }
}
