// Shows a screen when its messages are loaded, in the language of the app.
import type { ComponentChild, ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { language, translate } from "../language/language.js";
import { retryUntilDone } from "../retry.js";
import { useValue } from "../value.js";
import { loadWords } from "./words.js";

/** The children, as soon as the messages of the language are loaded; a failure is retried. */
export function WithWords({ children }: { children: ComponentChildren }): ComponentChild {
  const { code } = useValue(language);
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => retryUntilDone(loadWords, () => setLoaded(code)), [code]);
  if (loaded === code) return children;
  return (
    <p class="notice-screen muted" role="status">
      {translate("loading")}
    </p>
  );
}
