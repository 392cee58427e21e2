// Serves the built elements and a minimal page with a strict content security policy, on a free port.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const PACKAGE = new URL("../", import.meta.url);
const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", html: "text/html" };

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Board</title><link rel="stylesheet" href="/tests/page.css"><main><h1>Board</h1></main>
<script type="module" src="/dist/board.js"></script></html>`;

/** A running server and its address. */
export interface Site {
  readonly address: string;
  close(): void;
}

/** Starts the server. */
export async function serve(): Promise<Site> {
  const server = createServer((request, response) => {
    void answer(request.url ?? "/").then(
      ({ type, body }) => response.writeHead(200, headers(type)).end(body),
      () => response.writeHead(404, headers("text/plain")).end(),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${portOf(server)}/`, close: () => server.close() };
}

async function answer(path: string): Promise<{ type: string; body: string }> {
  if (path === "/") return { type: "text/html", body: PAGE };
  if (path === "/favicon.ico") return { type: "text/plain", body: "" };
  const type = TYPES[path.split(".").at(-1) ?? ""] ?? "text/plain";
  return { type, body: await readFile(fileURLToPath(new URL(`.${path}`, PACKAGE)), "utf8") };
}

function headers(type: string): Record<string, string> {
  return { "content-type": type, "content-security-policy": "default-src 'self'" };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
