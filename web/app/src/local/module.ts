// The module with the rules, the bots and the notation of the games, which runs in a worker of this page.
import { type Cell, type EndReason, type GameName, type Legal, MoveError, type ParlourError, type VariantList } from "@parlour/sdk";
import type { Boards } from "../games.js";
import type { Analysis, ReplayedGame } from "../replay.js";
import type { KeptGame } from "./kept-games.js";
import workerAddress from "./module-worker.ts?worker&url";

/** A message to the worker. */
export interface ToWorker {
  readonly id: number;
  /** The address of the module. */
  readonly module: string;
  readonly request: object;
  /** Learned weights for the search of a variant. */
  readonly weights: { readonly variant: string; readonly address: string } | null;
}

/** A message of the worker: the answer, or why there is none. */
export type FromWorker = { readonly id: number; readonly text: string } | { readonly id: number; readonly problem: string };

/** A move as the module keeps it. */
export type KeptPlay = object;

/** The state of a game; see crates/wasm/src/page_state.rs. */
export interface ModuleState {
  readonly plays: readonly KeptPlay[];
  readonly board: readonly Cell<GameName>[];
  readonly currentTurn: 0 | 1;
  readonly legalMoves: readonly Legal<GameName>[];
  /** The moves of the history, without player and time. */
  readonly steps: readonly object[];
  /** The field that tells the side of each player. */
  readonly seats: readonly [object, object];
  readonly position: string;
  /** The last move in notation; `null` before the first. */
  readonly lastText: string | null;
  readonly over: ({ readonly winner: 0 | 1 | null; readonly reason: EndReason; readonly drawRule?: string; readonly pdn?: string } & object) | null;
}

/** A good move and what speaks for it; see crates/wasm/src/hint.rs. */
export interface MoveHint {
  readonly move: Legal<GameName>;
  readonly only: boolean;
  readonly captures: number;
  readonly promotes: boolean;
  readonly winsIn: number | null;
  readonly lead: number | null;
  readonly score: number;
}

/** A game with its variations, or a position; see crates/wasm/src/move_tree.rs. */
export interface ReadTree {
  readonly variant: string;
  /** The position before the first move; `null` is the usual one. */
  readonly start: string | null;
  readonly nodes: readonly { readonly parent: number | null; readonly play: KeptPlay; readonly text: string; readonly position: string }[];
  readonly names: readonly [string, string];
  readonly games: number;
}

/** The game of a request: what the module needs to replay it. */
export type GameOfRequest = Pick<KeptGame, "game" | "variant" | "start" | "plays" | "end" | "names" | "date">;

/** The fields of each request, and its answer; see crates/wasm/src/page_request.rs. */
interface Requests {
  variants: { fields: object; answer: VariantList };
  state: { fields: { game: GameOfRequest }; answer: ModuleState };
  move: { fields: { game: GameOfRequest; wanted: object }; answer: ModuleState };
  bot: { fields: { game: GameOfRequest; rung: number; nodes: number; seed: number }; answer: ModuleState };
  opening: { fields: { game: GameOfRequest; plies: number; seed: number }; answer: ModuleState };
  hint: { fields: { game: GameOfRequest }; answer: { readonly hint: MoveHint | null } };
  draw: { fields: { game: GameOfRequest; seat: number }; answer: { readonly accepted: boolean } };
  boards: { fields: { game: GameOfRequest }; answer: { readonly boards: Boards } };
  replay: { fields: { pdn: string; variant: string | undefined }; answer: ReplayedGame };
  analysis: { fields: { variant: string; position: string | undefined; lines: number; nodes: number }; answer: Analysis };
  lines: { fields: { game: GameOfRequest; lines: number; nodes: number }; answer: Analysis };
  tree: { fields: { text: string; variant: string }; answer: ReadTree };
  setUp: { fields: { variant: string; board: readonly unknown[]; turn: number }; answer: { readonly position: string } };
}

/** The requests that search, and so use learned weights. */
const SEARCHES = new Set<keyof Requests>(["bot", "opening", "hint", "draw", "analysis", "lines"]);
/** The request of an analysis that goes on; it has a worker of its own, so that moves do not wait for it. */
const GOES_ON: keyof Requests = "lines";

// The folder is empty if the module was not built: then the app asks the server.
const MODULES = Object.values(import.meta.glob<string>("../../module/parlour.wasm", { eager: true, query: "?url", import: "default" }));
const WEIGHTS = import.meta.glob<string>("../../module/weights/*.weights", { eager: true, query: "?url", import: "default" });
const RELATIVES = import.meta.glob<Readonly<Record<string, string>>>("../../module/weights.json", { eager: true, import: "default" });

/** Whether this build has the module and the browser can run it. */
export const hasModule: boolean = MODULES.length > 0 && typeof WebAssembly === "object" && typeof Worker === "function";

/** Asks the module; rejects with a `MoveError` if it refuses. */
export async function askModule<K extends keyof Requests>(request: K, fields: Requests[K]["fields"]): Promise<Requests[K]["answer"]> {
  const { game, variant } = fields as { game?: GameOfRequest; variant?: string };
  const weights = SEARCHES.has(request) ? weightsOf(variant ?? game?.variant) : null;
  const text = await send({ ...fields, ...(game && { game: forModule(game) }), request }, weights, request === GOES_ON ? 1 : 0);
  const { ok, ...answer } = JSON.parse(text);
  if (ok) return answer;
  throw refused(answer);
}

let catalogue: Promise<VariantList> | null = null;

/** Every game and variant of the module; loads it if that has not happened yet, and again after a failure. */
export function moduleVariants(): Promise<VariantList> {
  catalogue ??= askModule("variants", {});
  catalogue.catch(() => (catalogue = null));
  return catalogue;
}

/** Loads the module before it is needed, and lets the service worker keep it, the weights of a variant and all that the page loads, for use without a network. */
export async function prefetchModule(variant?: string): Promise<void> {
  const [module] = MODULES;
  if (!hasModule || !module) return;
  await moduleVariants();
  const files = [module, workerAddress, weightsOf(variant)?.address].flatMap((address) => (address ? [absolute(address)] : []));
  const registration = await navigator.serviceWorker?.ready;
  registration?.active?.postMessage(files);
  if (registration) tellOfLoadedFiles(registration);
}

let isTelling = false;

/** Tells the service worker of every file that was or will be loaded: those that were requested before it controlled the page have not passed through it. */
function tellOfLoadedFiles(registration: ServiceWorkerRegistration): void {
  if (isTelling) return;
  isTelling = true;
  const observer = new PerformanceObserver((loaded) => registration.active?.postMessage(loaded.getEntries().map(({ name }) => name)));
  observer.observe({ type: "resource", buffered: true });
}

interface Waiting {
  readonly place: number;
  resolve(text: string): void;
  reject(error: Error): void;
}

/** The worker for every request, and the one for an analysis that goes on. */
const workers: (Worker | null)[] = [null, null];
let lastId = 0;
const waiting = new Map<number, Waiting>();

function send(request: object, weights: ToWorker["weights"], place: number): Promise<string> {
  const [module] = MODULES;
  if (!hasModule || !module) return Promise.reject(unavailable("this build has no module"));
  const worker = workers[place] ?? start(place);
  workers[place] = worker;
  const id = ++lastId;
  const message: ToWorker = { id, module: absolute(module), request, weights };
  return new Promise((resolve, reject) => {
    waiting.set(id, { place, resolve, reject });
    worker.postMessage(message);
  });
}

function start(place: number): Worker {
  const started = new Worker(absolute(workerAddress), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ("text" in data) asked?.resolve(data.text);
    else asked?.reject(unavailable(data.problem));
  });
  started.addEventListener("error", () => {
    // The script could not be loaded: the next request tries again.
    workers[place] = null;
    for (const [id, { place: asked, reject }] of waiting) {
      if (asked !== place) continue;
      waiting.delete(id);
      reject(unavailable("the worker could not be loaded"));
    }
  });
  return started;
}

/** The learned weights of a variant, if it or the relative whose weights it has was learned. */
function weightsOf(variant: string | undefined): ToWorker["weights"] {
  const [relatives] = Object.values(RELATIVES);
  const relative = variant && relatives?.[variant];
  const address = relative ? WEIGHTS[`../../module/weights/${relative}.weights`] : undefined;
  return variant && address ? { variant, address: absolute(address) } : null;
}

function forModule({ date, end, game, names, plays, start, variant }: GameOfRequest): GameOfRequest {
  return { date, end, game, names, plays, start, variant };
}

function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

function refused({ candidates, code, error, hint }: { code: string; error: string; hint?: string; candidates?: object[] }): MoveError {
  return new MoveError(code, error, { hint }, candidates as MoveError["candidates"]);
}

function unavailable(reason: string): ParlourError {
  return new MoveError("unreachable", "the games could not be loaded", { hint: reason });
}
