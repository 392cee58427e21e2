// The worker of the module: the rules, the bots and the notation of the games run here, beside the page.
/// <reference lib="webworker" />
import type { FromWorker, ToWorker } from "./module.js";

/** The functions of crates/wasm. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  reserve(length: number): number;
  address(): number;
  answer(): number;
  learn(): number;
}

const worker = globalThis as unknown as DedicatedWorkerGlobalScope;
let loading: Promise<Exports> | null = null;
let learned = new Map<string, Promise<void>>();

worker.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  answer(data).then(
    (text) => worker.postMessage({ id: data.id, text } satisfies FromWorker),
    (error: unknown) => {
      // After a trap the memory of the module is not to be trusted: the next request loads it again.
      loading = null;
      learned = new Map();
      worker.postMessage({ id: data.id, problem: String(error) } satisfies FromWorker);
    },
  );
});

async function answer({ module, request, weights }: ToWorker): Promise<string> {
  loading ??= load(module);
  const exports = await loading;
  if (weights) await learn(exports, weights);
  write(exports, [new TextEncoder().encode(JSON.stringify(request))]);
  const length = exports.answer();
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.address(), length));
}

async function load(address: string): Promise<Exports> {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address));
  return instance.exports as unknown as Exports;
}

/** Fetches the weights of a variant once; without them the computer plays with those that the module has. */
function learn(exports: Exports, { address, variant }: NonNullable<ToWorker["weights"]>): Promise<void> {
  const known = learned.get(variant) ?? fetchWeights(exports, address, variant).catch(() => {});
  learned.set(variant, known);
  return known;
}

async function fetchWeights(exports: Exports, address: string, variant: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) return;
  const file = new Uint8Array(await response.arrayBuffer());
  write(exports, [new TextEncoder().encode(`${variant}\0`), file]);
  exports.learn();
}

/** Writes bytes into the buffer of the module, one part after the other. */
function write(exports: Exports, parts: readonly Uint8Array[]): void {
  let at = exports.reserve(parts.reduce((sum, { length }) => sum + length, 0));
  for (const part of parts) {
    new Uint8Array(exports.memory.buffer).set(part, at);
    at += part.length;
  }
}
