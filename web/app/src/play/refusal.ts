// Why something was refused, in words.
import { ParlourError } from "@parlour/sdk";
import { language, say, sayMaybe } from "../language/language.js";

/** Why something was refused: in the player's language where it is known, else in the server's words. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof ParlourError)) return say("broken");
  if (error.code === "unreachable") return say("unreachable");
  const own = sentence(error.message) + (error.hint ? ` ${sentence(error.hint)}` : "");
  // The server explains in English, and better than a code can.
  return language.get().code === "en" ? own : sayMaybe(`refusal_${error.code}`, own);
}

/** The server's words start small and end without a stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
