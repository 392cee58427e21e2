// Applies the settings to the document: theme, motion and language.
import { language, setLanguage } from "./language/language.js";
import { loadPageMessages } from "./language/load-page-messages.js";
import { languageOf, settings } from "./settings.js";

/** Applies the settings now and after each change; resolves when the first language is loaded. */
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
  // If the language cannot be loaded, the current one stays.
  if (wanted !== language.get().code) await setLanguage(wanted).then(loadPageMessages, () => {});
}
