// One JSON request, with its failures as errors.
import { ApiError, ConnectionError } from "./errors.js";

/** A function with the signature of `fetch`. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** The body of every error answer. */
interface ErrorBody {
  error?: string;
  code?: string;
  param?: string;
  hint?: string;
  doc_url?: string;
  request_id?: string;
}

/** Fetches JSON; rejects with an `ApiError` on an error status and with a `ConnectionError` without an answer. */
export async function requestJson<T>(fetch: Fetch, url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new ConnectionError("unreachable", `${new URL(url).origin} does not answer`, { hint: String(error) });
  });
  if (response.ok) return (await response.json()) as T;
  throw await apiError(response);
}

async function apiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const retryAfter = Number(response.headers.get("retry-after") ?? NaN);
  return new ApiError(
    response.status,
    body.code ?? `http_${response.status}`,
    body.error ?? `the server answered ${response.status}`,
    {
      hint: body.hint,
      param: body.param,
      docUrl: body.doc_url,
      requestId: body.request_id ?? response.headers.get("x-request-id") ?? undefined,
    },
    Number.isNaN(retryAfter) ? undefined : retryAfter,
  );
}
