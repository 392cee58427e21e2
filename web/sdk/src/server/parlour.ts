// The server-side client: sessions by API key. Not for browsers: the key is a secret.
import { ApiError, ConnectionError, ParlourError } from "../errors.js";
import { type Fetch, requestJson } from "../http.js";
import type {
  CreateSession,
  GameName,
  JoinSession,
  RotateWebhookSecret,
  Session,
  SessionCreated,
  SessionList,
  SessionStatus,
  SetWebhookEndpoint,
  Webhook,
  WebhookEndpoint,
} from "../types.js";
import { verifyWebhook } from "./webhooks.js";

/** The server, the API key and how to retry. */
export interface ParlourOptions {
  /** `bg_live_…` or `bg_test_…`. */
  apiKey: string;
  baseUrl: string;
  /** How often a request is repeated after no answer, 429 or 503; 2 by default. */
  retries?: number;
  /** The timeout of one try in milliseconds; 10,000 by default. */
  timeoutMs?: number;
  fetch?: Fetch;
}

/** Options of a request that changes something. */
export interface RequestOptions {
  /** The same key returns the same answer for a day; random by default, so that retries are safe. */
  idempotencyKey?: string;
}

/** Which sessions to list. */
export interface ListOptions {
  game?: GameName;
  status?: SessionStatus;
  /** At most 100. */
  limit?: number;
  /** The cursor of the previous page. */
  after?: string;
}

/** The client of a tenant's backend. */
export class Parlour {
  readonly #options: Required<ParlourOptions>;

  constructor(options: ParlourOptions) {
    if (!/^bg_(live|test)_/.test(options.apiKey ?? "")) {
      throw new ParlourError("invalid_api_key", "this is not an API key", {
        param: "apiKey",
        hint: "A key starts with bg_live_ or bg_test_; parlour keys create makes one.",
      });
    }
    this.#options = { retries: 2, timeoutMs: 10_000, fetch: (input, init) => globalThis.fetch(input, init), ...options };
  }

  /** Sessions: one or two seats in a future game. */
  readonly sessions = {
    /** Creates a session; pass `sessionToken` to the player's client. */
    create: (session: CreateSession, options?: RequestOptions): Promise<SessionCreated> => this.#post("/v1/sessions", session, options),

    /** Adds a friend to a session by room code. */
    join: (friend: JoinSession, options?: RequestOptions): Promise<SessionCreated> => this.#post("/v1/sessions/join", friend, options),

    /** One session and its result. */
    get: (id: string, options: { game?: GameName } = {}): Promise<Session> => this.#send("GET", `/v1/sessions/${encodeURIComponent(id)}${query(options)}`),

    /** One page of sessions, newest first. */
    list: (options: ListOptions = {}): Promise<SessionList> => this.#send("GET", `/v1/sessions${query(options)}`),

    /** Every matching session, page after page. */
    all: (options: ListOptions = {}): AsyncGenerator<Session> => this.#allSessions(options),
  };

  /** Webhooks that the server sends. */
  readonly webhooks = {
    /** Sets the endpoint of webhooks; the answer has the signing secret only if the endpoint is new. */
    setEndpoint: (endpoint: SetWebhookEndpoint): Promise<WebhookEndpoint> => this.#send("PUT", "/v1/webhooks/endpoint", JSON_BODY, JSON.stringify(endpoint)),

    /** Creates a new secret; the old one also signs until the overlap ends. */
    rotateSecret: (rotation: RotateWebhookSecret = {}, options?: RequestOptions): Promise<WebhookEndpoint> =>
      this.#post("/v1/webhooks/endpoint/rotate", rotation, options),

    /** Verifies the signature and returns the event; throws a `SignatureError` if it is wrong. */
    verify: (...delivery: Parameters<typeof verifyWebhook>): Webhook => verifyWebhook(...delivery),
  };

  async *#allSessions(options: ListOptions): AsyncGenerator<Session> {
    for (let after = options.after; ; ) {
      const page = await this.sessions.list({ ...options, ...(after !== undefined && { after }) });
      yield* page.sessions;
      if (!page.hasMore || page.after === null) return;
      after = page.after;
    }
  }

  #post<T>(path: string, body: object, options: RequestOptions = {}): Promise<T> {
    const key = options.idempotencyKey ?? globalThis.crypto.randomUUID();
    const headers = { "idempotency-key": key, ...JSON_BODY };
    return this.#send("POST", path, headers, JSON.stringify(body));
  }

  async #send<T>(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<T> {
    const { apiKey, baseUrl, fetch, retries, timeoutMs } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await requestJson<T>(fetch, baseUrl.replace(/\/+$/, "") + path, {
          method,
          headers: { authorization: `Bearer ${apiKey}`, accept: "application/json", ...headers },
          ...(body !== undefined && { body }),
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        if (attempt >= retries || !isRetryable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelay(error, attempt)));
      }
    }
  }
}

const JSON_BODY = { "content-type": "application/json" };

/** In seconds; if the server asks for more, the error is thrown to the caller. */
const MAX_RETRY_DELAY = 30;

/** Whether to repeat a request; all are idempotent, a POST by its key. */
function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return (error.status === 429 || error.status === 503) && (error.retryAfterSeconds ?? 0) <= MAX_RETRY_DELAY;
}

function retryDelay(error: unknown, attempt: number): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? 250 * 2 ** attempt : asked * 1000;
}

function query(options: object): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}
