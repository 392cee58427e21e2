// Caches the app for use without a network; games against other people need the server.
/// <reference lib="webworker" />
const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const SHELL = "parlour-shell-1";
const page = (): string => new URL("./", worker.registration.scope).href;

/** Files of the page whose names have no hash. */
const UNHASHED = /\/(boot\.js|icon\.svg|icon-maskable\.svg|manifest\.webmanifest)$/;

worker.addEventListener("install", (event) => {
  event.waitUntil(cacheShell().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(page())) return;
  if (mode === "navigate") event.respondWith(pageFromNetwork(event.request));
  else if (url.startsWith(`${page()}assets/`)) event.respondWith(cachedAsset(event.request));
  else if (UNHASHED.test(url)) event.respondWith(fileFromNetwork(event.request));
});

/** On a first visit the page loads files before this worker controls it; it sends their addresses. */
worker.addEventListener("message", ({ data }) => {
  const fetched = (data as string[]).filter((url) => url.startsWith(`${page()}assets/`));
  void Promise.all(fetched.map((url) => cachedAsset(new Request(url)).catch(() => {})));
});

/** Caches the page and every file of the app that it references. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  const response = await fetch(page(), { cache: "no-cache" });
  if (!response.ok) return;
  const text = await response.clone().text();
  await cache.put(page(), response);
  const names = [...text.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)];
  await cache.addAll([...new Set(names.map(([, name]) => new URL(name ?? "", page()).href))]);
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("parlour-") && name !== SHELL).map((name) => caches.delete(name)));
}

/** The page from the network, else the cached one; embeds, documents and the dashboard are different pages and are not cached. */
async function pageFromNetwork(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const isOther = /^(embed|docs|dashboard)\b/.test(request.url.slice(page().length));
    const cached = isOther ? undefined : await caches.match(page());
    if (cached) return cached;
    throw error;
  }
}

/** A file from the network, else the cached one. */
async function fileFromNetwork(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch (error) {
    const cached = await cache.match(request.url);
    if (cached) return cached;
    throw error;
  }
}

/** Asset names contain a hash, so a cached asset is never stale. */
async function cachedAsset(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  // A retry has another query but is the same file.
  const [name = request.url] = request.url.split("?");
  const cached = await cache.match(name);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(name, response.clone());
  return response;
}
