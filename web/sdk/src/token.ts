// Reads the claims of a session token without verifying it; only the server can do that.
import { ParlourError } from "./errors.js";
import type { SessionClaims } from "./types.js";

/** Reads the claims of a session token. */
export function readToken(token: string): SessionClaims {
  try {
    const claims = JSON.parse(decodeBase64Url(token.split(".")[1] ?? "")) as SessionClaims;
    if (typeof claims.game === "string" && Array.isArray(claims.players)) return claims;
  } catch {
    // Handled below.
  }
  throw new ParlourError("token_invalid", "this is not a session token", {
    param: "token",
    hint: "Use the sessionToken that POST /v1/sessions answered.",
  });
}

function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}
