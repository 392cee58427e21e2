// Lets the settings show on the document: theme, motion and language.
import { language, speak } from "./language/language.js";
import { speakOfPages } from "./language/speak-of-pages.js";
import { languageOf, settings } from "./settings.js";

/** Follows the settings from now on; resolves when the first language is there. */
export async function startAppearance(): Promise<void> {
  settings.subscribe(() => void apply());
  await apply();
}

async function apply(): Promise<void> {
  const now = settings.get();
  const { dataset } = document.documentElement;
  dataset.theme = now.theme;
  dataset.animation = now.animation;
  const wanted = languageOf(now);
  // A language that cannot be fetched leaves the words as they are.
  if (wanted !== language.get().code) await speak(wanted).then(speakOfPages, () => {});
}
