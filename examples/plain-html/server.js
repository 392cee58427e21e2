// Serves the files of this folder; any web server does. PORT and GAMES_URL say where it and the games are.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const GAMES_URL = process.env.GAMES_URL ?? "http://127.0.0.1:7300";
const PORT = Number(process.env.PORT ?? 3000);

const TYPES = { ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8" };

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const name = pathname === "/" ? "index.html" : pathname.slice(1);
  const type = TYPES[extname(name)];
  // Names without slashes cannot lead out of the folder.
  const file = type && /^[\w.-]+$/.test(name) ? await readFile(new URL(name, import.meta.url), "utf8").catch(() => null) : null;
  if (!file) return response.writeHead(404).end("there is no such page\n");
  // The pages name the usual address of the games; yours may be another.
  response.writeHead(200, { "content-type": type }).end(file.replaceAll("http://127.0.0.1:7300", GAMES_URL));
});

server.listen(PORT, "127.0.0.1", () => console.log(`plain pages on http://127.0.0.1:${server.address().port}`));
