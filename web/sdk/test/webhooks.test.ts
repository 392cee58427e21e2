// Webhooks: both families of signatures against known values, and everything that must be refused.
import { describe, expect, test } from "vitest";
import { SignatureError, verifyWebhook, type WebhookHeaders } from "../src/server/index.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
/** The published example of the Standard Webhooks specification. */
const STANDARD = {
  body: '{"test": 2432232314}',
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  now: 1_614_265_330_000,
};
/** HMAC-SHA256 of RFC 4231, test case 2. */
const RFC_4231 = {
  secret: "Jefe",
  body: "what do ya want for nothing?",
  hex: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
};

function check(body: string | Uint8Array, headers: WebhookHeaders, secret: string | string[], now: number): string {
  try {
    return JSON.stringify(verifyWebhook(body, headers, secret, { now }));
  } catch (error) {
    expect(error).toBeInstanceOf(SignatureError);
    return (error as SignatureError).code;
  }
}

describe("Standard Webhooks", () => {
  const { body, headers, now } = STANDARD;

  test("the published example is accepted, as text and as bytes", () => {
    expect(check(body, headers, SECRET, now)).toBe('{"test":2432232314}');
    expect(check(new TextEncoder().encode(body), new Headers(headers), SECRET, now)).toBe('{"test":2432232314}');
  });
  test("one of several signatures and one of several secrets suffice", () => {
    const rotated = { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` };
    expect(check(body, rotated, ["whsec_b3RoZXI=", SECRET], now)).toContain("2432232314");
  });
  test("another body, id, secret or version is refused", () => {
    expect(check(`${body} `, headers, SECRET, now)).toBe("signature_wrong");
    expect(check(body, { ...headers, "webhook-id": "msg_2" }, SECRET, now)).toBe("signature_wrong");
    expect(check(body, headers, "whsec_b3RoZXI=", now)).toBe("signature_wrong");
    const second = headers["webhook-signature"].replace("v1", "v2");
    expect(check(body, { ...headers, "webhook-signature": second }, SECRET, now)).toBe("signature_wrong");
  });
  test("more than five minutes early or late is refused", () => {
    expect(check(body, headers, SECRET, now + 300_000)).toContain("2432232314");
    expect(check(body, headers, SECRET, now + 301_000)).toBe("timestamp_outside");
    expect(check(body, headers, SECRET, now - 301_000)).toBe("timestamp_outside");
  });
  test("half of the headers are not enough", () => {
    expect(check(body, { ...headers, "webhook-timestamp": undefined }, SECRET, now)).toBe("header_missing");
    expect(check(body, {}, SECRET, now)).toBe("header_missing");
  });
  test("no secret never verifies", () => {
    expect(check(body, headers, "", now)).toBe("secret_missing");
    expect(check(body, headers, [], now)).toBe("secret_missing");
  });
});

describe("X-BetaGamer-Signature", () => {
  test("the signature is the hex HMAC-SHA256 of the body", () => {
    const { body, hex, secret } = RFC_4231;
    // The body of the example is not JSON, so it fails after the signature check.
    expect(check(body, { "X-BetaGamer-Signature": `sha256=${hex}` }, secret, 0)).toBe("body_not_json");
    expect(check(body, { "X-BetaGamer-Signature": `sha256=${hex.replace("5b", "5c")}` }, secret, 0)).toBe("signature_wrong");
    expect(check(body, { "X-BetaGamer-Signature": hex }, secret, 0)).toBe("signature_wrong");
  });
  test("the event's own time must be near, since the signature does not cover the sending", () => {
    const body = '{"event":"game.ended","timestamp":"2026-01-01T00:00:00Z"}';
    const headers = { "x-betagamer-signature": ["sha256=d78983eef03ddb9eae737be8a192f9c373f42c58fe161b1fb910ee1494eb0a91"] };
    const now = Date.parse("2026-01-01T00:04:00Z");
    expect(check(body, headers, "s3cret", now)).toContain("game.ended");
    expect(check(body, headers, "s3cret", now + 120_000)).toBe("timestamp_outside");
  });
});
