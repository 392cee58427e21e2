// Imports the files that are fetched when they are first needed. A browser may keep a failed import for its address, so the
// next try has another one. The build calls `importPart` for every `import()`, see vite.config.ts.

/** The server refused a file. */
export class PartRefused extends Error {
  constructor(
    readonly status: number,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`the server answered ${status}`);
  }
}

/** How often each file could not be imported; the next address, which then stays the one of this file, follows from it. */
const failures = new Map<string, number>();

/** Imports a file beside the one at `from`; a file that failed is asked for under another address. */
async function importPart(path: string, from: string, load: (path: string) => Promise<unknown>): Promise<unknown> {
  if (!failures.has(path)) {
    try {
      return await load(path);
    } catch {
      failures.set(path, 1);
    }
  }
  const tries = failures.get(path) ?? 1;
  const address = `${path}?retry=${tries}`;
  // A plain request says why it is refused, and spends no address.
  await ask(new URL(address, from).href);
  try {
    return await load(address);
  } catch (error) {
    failures.set(path, tries + 1);
    throw error;
  }
}

async function ask(address: string): Promise<void> {
  const response = await fetch(address);
  if (response.ok) return;
  const seconds = Number(response.headers.get("retry-after") ?? NaN);
  throw new PartRefused(response.status, Number.isNaN(seconds) ? undefined : seconds);
}

declare global {
  var parlourImport: typeof importPart;
}
globalThis.parlourImport = importPart;
