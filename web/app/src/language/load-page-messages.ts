// Loads the messages of the pages, which English keeps in a file of their own.
import { addEnglishPages, language } from "./language.js";

/** Loads the messages of the pages, unless the current catalogue has them. */
export async function loadPageMessages(): Promise<void> {
  if (isComplete()) return;
  const { enPages } = await import("../pages.js");
  if (!isComplete()) addEnglishPages(enPages);
}

function isComplete(): boolean {
  const { code, messages } = language.get();
  return code !== "en" || "welcome" in messages;
}
