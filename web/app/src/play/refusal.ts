// The text of an error for the player.
import { ParlourError } from "@parlour/sdk";
import { language, translate, translateOr } from "../language/language.js";

/** Why something was refused: translated if the app knows the code, else the server's message. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof ParlourError)) return translate("broken");
  if (error.code === "unreachable") return translate("unreachable");
  const own = sentence(error.message) + (error.hint ? ` ${sentence(error.hint)}` : "");
  // The server's English message says more than a translation of its code.
  return language.get().code === "en" ? own : translateOr(`refusal_${error.code}`, own);
}

/** Server messages start in lower case and end without a full stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
