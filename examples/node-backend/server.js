// The back end of an app with games: it starts games for its users, and hears by webhook how they end.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { Parlour, ParlourError, SignatureError } from "@parlour/sdk/server";
import { follow, latest, record } from "./results.js";

const { GAMES_API_KEY, GAMES_URL = "http://127.0.0.1:7300", GAMES_WEBHOOK_SECRET, PORT = "3001" } = process.env;

// The key stays here: whoever has it can start games in your name.
const parlour = new Parlour({ apiKey: GAMES_API_KEY, baseUrl: GAMES_URL });

const ROUTES = {
  "GET /": showPage,
  "POST /api/sessions": startGame,
  "GET /api/results": (_request, response) => answer(response, 200, latest()),
  "GET /api/results/live": streamResults,
  "POST /webhooks": takeWebhook,
};

/** A user wants to play: makes a session and hands its token to the browser. */
async function startGame(request, response) {
  const { game, name, variant } = JSON.parse(await bodyOf(request));
  const session = await parlour.sessions.create({
    game,
    variant,
    matchType: "bot",
    botDifficulty: "easy",
    // Your own id of the user who is logged in; this example has no users, so it invents one.
    players: [{ id: crypto.randomUUID(), displayName: name }],
  });
  answer(response, 201, { server: GAMES_URL, token: session.sessionToken });
}

/** Something happened in a game: what is not signed with our secret did not come from the games. */
async function takeWebhook(request, response) {
  const event = parlour.webhooks.verify(await bodyOf(request), request.headers, GAMES_WEBHOOK_SECRET);
  if (event.event === "game.ended") record(await parlour.sessions.get(event.sessionId));
  response.writeHead(204).end();
}

/** Results as they come, for pages that are open. */
function streamResults(request, response) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  const stop = follow((results) => response.write(`data: ${JSON.stringify(results)}\n\n`));
  request.on("close", stop);
}

async function showPage(_request, response) {
  const page = await readFile(new URL("page.html", import.meta.url));
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
}

/** The body as it was sent; a signature covers every byte of it. */
async function bodyOf(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > 64 * 1024) throw new ParlourError("body_too_large", "the body is too large");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function answer(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** What the games refuse is told in their words; a forged webhook learns no more than that it is refused. */
function refuse(response, error) {
  if (error instanceof SignatureError) return answer(response, 401, { error: error.code });
  if (error instanceof SyntaxError) return answer(response, 400, { error: "the body is not JSON" });
  if (error instanceof ParlourError) return answer(response, 400, { error: error.message, hint: error.hint });
  console.error(error);
  answer(response, 500, { error: "something went wrong here" });
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const handle = ROUTES[`${request.method} ${pathname}`];
  if (!handle) return answer(response, 404, { error: "there is no such page" });
  try {
    await handle(request, response);
  } catch (error) {
    refuse(response, error);
  }
});

server.listen(Number(PORT), "127.0.0.1", () => console.log(`back end on http://127.0.0.1:${server.address().port}`));
