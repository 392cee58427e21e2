// Keeps the shell of the app for days without a network; games themselves always ask the server.
/// <reference lib="webworker" />
const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const SHELL = "parlour-shell-1";
const page = (): string => new URL("./", worker.registration.scope).href;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(page())) return;
  if (mode === "navigate") event.respondWith(newestPage(event.request));
  else if (url.startsWith(`${page()}assets/`)) event.respondWith(keptAsset(event.request));
});

/** The first visit came before this worker: the page names what it has fetched meanwhile. */
worker.addEventListener("message", ({ data }) => {
  const fetched = (data as string[]).filter((url) => url.startsWith(`${page()}assets/`));
  void Promise.all(fetched.map((url) => keptAsset(new Request(url)).catch(() => {})));
});

/** The page and every file of the app that it names. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  const response = await fetch(page(), { cache: "no-cache" });
  if (!response.ok) return;
  const text = await response.clone().text();
  await cache.put(page(), response);
  const names = [...text.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)];
  await cache.addAll([...new Set(names.map(([, name]) => new URL(name ?? "", page()).href))]);
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("parlour-") && name !== SHELL).map((name) => caches.delete(name)));
}

/** The newest page if there is a network, the kept one if not. Embeds are pages of their own. */
async function newestPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = request.url.startsWith(`${page()}embed`) ? undefined : await caches.match(page());
    if (kept) return kept;
    throw error;
  }
}

/** Assets carry their version in their name: a kept one is never old. */
async function keptAsset(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  // A file that was asked for again, under another query, is the same file.
  const [name = request.url] = request.url.split("?");
  const kept = await cache.match(name);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(name, response.clone());
  return response;
}
