// The server-side client: requests, retries and errors.
import { expect, test } from "vitest";
import { ApiError, Parlour } from "../src/server/index.js";

interface Sent {
  url: string;
  method: string | undefined;
  headers: Record<string, string>;
  body: unknown;
}

/** A client whose requests are answered one after the other. */
function client(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const parlour = new Parlour({
    apiKey: "bg_test_key",
    baseUrl: "http://games.test/sub/",
    fetch: async (url, init) => {
      sent.push({
        url,
        method: init?.method,
        headers: init?.headers as Record<string, string>,
        body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
      });
      const answer = answers[sent.length - 1] ?? new Error("one request too many");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { parlour, sent };
}

const page = (ids: string[], after: string | null) => Response.json({ sessions: ids.map((id) => ({ id })), hasMore: after !== null, after });

test("a session is made with the key, the body and an idempotency key", async () => {
  const { parlour, sent } = client(Response.json({ sessionId: "s1", sessionToken: "t" }, { status: 201 }));
  const body = { game: "checkers" as const, variant: "russian", matchType: "bot" as const, players: [{ id: "u1", displayName: "Ann" }] };
  expect(await parlour.sessions.create(body, { idempotencyKey: "order-42" })).toMatchObject({ sessionId: "s1" });
  expect(sent).toMatchObject([
    {
      url: "http://games.test/sub/v1/sessions",
      method: "POST",
      body,
      headers: { authorization: "Bearer bg_test_key", "idempotency-key": "order-42", "content-type": "application/json" },
    },
  ]);
});

test("the endpoint of webhooks is set, and its secret is rotated", async () => {
  const { parlour, sent } = client(Response.json({ secret: "whsec_1" }), Response.json({ secret: "whsec_2" }));
  const endpoint = { url: "https://shop.test/hook", events: ["game.ended" as const] };
  expect(await parlour.webhooks.setEndpoint(endpoint)).toMatchObject({ secret: "whsec_1" });
  expect(await parlour.webhooks.rotateSecret({ overlapSeconds: 60 })).toMatchObject({ secret: "whsec_2" });
  expect(sent).toMatchObject([
    { url: "http://games.test/sub/v1/webhooks/endpoint", method: "PUT", body: endpoint },
    { url: "http://games.test/sub/v1/webhooks/endpoint/rotate", method: "POST", body: { overlapSeconds: 60 } },
  ]);
});

test("a request without answer is repeated under the same idempotency key", async () => {
  const { parlour, sent } = client(new TypeError("fetch failed"), Response.json({ sessionId: "s1" }, { status: 201 }));
  await parlour.sessions.join({ roomCode: "ABC234", game: "checkers", player: { id: "u2", displayName: "Bob" } });
  expect(sent).toHaveLength(2);
  expect(sent[0]?.headers["idempotency-key"]).toBe(sent[1]?.headers["idempotency-key"]);
});

test("after a rate limit the client waits as long as the server asks", async () => {
  const limited = Response.json({ error: "slow down", code: "rate_limited" }, { status: 429, headers: { "retry-after": "0" } });
  const { parlour, sent } = client(limited, Response.json({ id: "s/1" }));
  expect(await parlour.sessions.get("s/1", { game: "checkers" })).toEqual({ id: "s/1" });
  expect(sent[1]?.url).toBe("http://games.test/sub/v1/sessions/s%2F1?game=checkers");
});

test("an error carries status, code, hint and request id, and is not repeated", async () => {
  const { parlour, sent } = client(
    Response.json({ error: "game is required", code: "game_required", param: "game", hint: "Give a game.", request_id: "req_1" }, { status: 400 }),
  );
  const error = await parlour.sessions.create({} as never).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    message: "game is required",
    code: "game_required",
    param: "game",
    hint: "Give a game.",
    requestId: "req_1",
  });
  expect(sent).toHaveLength(1);
});

test("a bare Beta Gamer error still has a message and a code", async () => {
  const error = "Missing Authorization header";
  const { parlour } = client(Response.json({ error }, { status: 401, headers: { "x-request-id": "req_2" } }));
  await expect(parlour.sessions.list()).rejects.toMatchObject({ code: "http_401", message: error, requestId: "req_2" });
});

test("all sessions come page after page", async () => {
  const { parlour, sent } = client(page(["a", "b"], "b"), page(["c"], null));
  const ids: string[] = [];
  for await (const { id } of parlour.sessions.all({ game: "tictactoe", limit: 2 })) ids.push(id);
  expect(ids).toEqual(["a", "b", "c"]);
  expect(sent.map(({ url }) => url.split("?")[1])).toEqual(["game=tictactoe&limit=2", "game=tictactoe&limit=2&after=b"]);
});

test("a string that is no key is refused before anything is sent", () => {
  expect(() => new Parlour({ apiKey: "sk_live_1", baseUrl: "http://games.test" })).toThrow("this is not an API key");
});
