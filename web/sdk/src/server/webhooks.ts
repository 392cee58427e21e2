// Verifies that a webhook came from the server, and recently.
import { createHmac, timingSafeEqual } from "node:crypto";
import { SignatureError } from "../errors.js";
import type { Webhook } from "../types.js";

/** The headers of the request, in the form of any framework. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** How strict to be. */
export interface VerifyOptions {
  /** The most seconds between sending and receiving; 300 by default. */
  toleranceSeconds?: number;
  /** The time in epoch milliseconds, for tests. */
  now?: number;
}

/**
 * Verifies the signature of a webhook over its raw body and returns the event.
 *
 * Uses the headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) if they
 * are present, else `X-BetaGamer-Signature`. The latter does not sign the time of sending, so the event's own
 * timestamp must be within the tolerance. Pass both secrets during a rotation.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Webhook {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (!secrets.length || secrets.some((one) => one === "")) fail("secret_missing", "there is no secret to check with");
  const body = Buffer.from(rawBody as string);
  const late = (sentAt: number) => !(Math.abs(now - sentAt) <= toleranceSeconds * 1000);

  const signatures = header(headers, "webhook-signature");
  if (signatures !== undefined) {
    const id = header(headers, "webhook-id") ?? fail("header_missing", "webhook-id is missing");
    const timestamp = header(headers, "webhook-timestamp") ?? fail("header_missing", "webhook-timestamp is missing");
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    if (!matchesStandard(signatures, signed, secrets)) {
      fail("signature_wrong", "webhook-signature does not fit the body and the secret");
    }
    if (!/^\d+$/.test(timestamp) || late(Number(timestamp) * 1000)) {
      fail("timestamp_outside", "webhook-timestamp lies outside the tolerance");
    }
    return parse(body);
  }

  const signature = header(headers, "x-betagamer-signature") ?? fail("header_missing", "there is no signature header");
  const matches = secrets.some((key) => isEqual(signature, `sha256=${hmac(key, body).toString("hex")}`));
  if (!matches) fail("signature_wrong", "X-BetaGamer-Signature does not fit the body and the secret");
  const event = parse(body);
  if (late(Date.parse(String(event.timestamp)))) fail("timestamp_outside", "the event's timestamp lies outside the tolerance");
  return event;
}

/** The header may have several signatures, one for each valid secret: `v1,<base64> v1,<base64>`. */
function matchesStandard(signatures: string, signed: Buffer, secrets: readonly string[]): boolean {
  const expected = secrets.map((secret) => `v1,${hmac(standardKey(secret), signed).toString("base64")}`);
  return signatures.split(" ").some((given) => expected.some((one) => isEqual(given, one)));
}

/** A secret of Standard Webhooks is a prefix and base64. */
function standardKey(secret: string): string | Buffer {
  return secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : secret;
}

function hmac(key: string | Buffer, data: Buffer): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === "object" ? value[0] : value;
}

function parse(body: Buffer): Webhook {
  try {
    return JSON.parse(body.toString("utf8")) as Webhook;
  } catch {
    return fail("body_not_json", "the body is signed but is not JSON");
  }
}

function fail(code: string, message: string): never {
  throw new SignatureError(code, message, { hint: "Pass the raw body, byte for byte, before any parser touches it." });
}
