// Imports the files that are loaded on demand. A browser may cache a failed import by its address, so a retry uses another
// address. The build replaces every `import()` by a call of `importPart`, see vite.config.ts.

/** The server refused a file. */
export class PartRefused extends Error {
  constructor(
    readonly status: number,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`the server answered ${status}`);
  }
}

/** Failed imports by file; the number is part of the next address, which the file keeps after a success. */
const failures = new Map<string, number>();

/** Imports a file next to the one at `from`; after a failure it uses another address. */
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
  // A plain request returns the reason of a refusal and does not use up an address.
  await checkAvailable(new URL(address, from).href);
  try {
    return await load(address);
  } catch (error) {
    failures.set(path, tries + 1);
    throw error;
  }
}

async function checkAvailable(address: string): Promise<void> {
  const response = await fetch(address);
  if (response.ok) return;
  const seconds = Number(response.headers.get("retry-after") ?? NaN);
  throw new PartRefused(response.status, Number.isNaN(seconds) ? undefined : seconds);
}

declare global {
  var parlourImport: typeof importPart;
}
globalThis.parlourImport = importPart;
