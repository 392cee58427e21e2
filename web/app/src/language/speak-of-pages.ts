// The words of the pages, which English has apart from those of a game.
import { addEnglish, language } from "./language.js";

/** Fetches the words of the pages, where they are apart. */
export async function speakOfPages(): Promise<void> {
  if (isComplete()) return;
  const { enPages } = await import("../pages.js");
  if (!isComplete()) addEnglish(enPages);
}

function isComplete(): boolean {
  const { code, messages } = language.get();
  return code !== "en" || "welcome" in messages;
}
