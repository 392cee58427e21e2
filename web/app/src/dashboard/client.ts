// Requests to the server with the sign-in of the browser.
import type { ErrorBody } from "@parlour/sdk";
import { addressOf } from "../address.js";

/** The modes that the dashboard shows. */
export type ShownMode = "live" | "test";

/** What a request is about. */
export interface Subject {
  readonly mode: ShownMode;
  /** The tenant that an operator looks at. */
  readonly tenant?: string | undefined;
}

/** A request that the server refused, or could not be asked. */
export class RequestError extends Error {
  constructor(
    /** 0 if the server cannot be reached. */
    readonly status: number,
    message: string,
    readonly code = "unreachable",
    readonly hint?: string,
    readonly requestId?: string,
  ) {
    super(message);
  }
}

/**
 * Sends a request and reads the JSON of the answer. The header is what pages of other sites cannot send; without it the server ignores the
 * cookie.
 */
export async function request<T>(subject: Subject, method: string, path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = { "x-parlour-dashboard": subject.mode };
  if (subject.tenant) headers["x-parlour-tenant"] = subject.tenant;
  if (body) headers["content-type"] = "application/json";
  const sent = fetch(addressOf(path), { method, headers, credentials: "same-origin", ...(body && { body: JSON.stringify(body) }) });
  const response = await sent.catch((error: unknown) => {
    throw new RequestError(0, String(error));
  });
  if (response.ok) return response.status === 204 ? (undefined as T) : ((await readBody(response)) as T);
  const refused = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const sentence = refused.error ?? `the server answered ${response.status}`;
  throw new RequestError(response.status, sentence, refused.code, refused.hint, refused.request_id);
}

async function readBody(response: Response): Promise<unknown> {
  return response.headers.get("content-type")?.startsWith("application/json") ? response.json() : response.text();
}
