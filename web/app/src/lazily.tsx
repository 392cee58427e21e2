// Parts of the app that are fetched when they are first needed.
import type { ComponentChild, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { say, speakOfPages } from "./language/language.js";
import { Notice } from "./parts/notice.js";

type Fetch<P> = () => Promise<ComponentType<P>>;

/** Makes a screen of one that must be fetched, with its words; a failure says so and can be tried again. */
export function lazily<P extends object>(fetch: Fetch<P>, words: () => Promise<void> = speakOfPages): (props: P) => ComponentChild {
  return after(fetch, words, (failed, again) => {
    if (!failed) return <p class="notice-screen muted" role="status">{say("loading")}</p>;
    return (
      <Notice title={say("unreachable")} text={say("unreachableText")}>
        <button type="button" class="primary" onClick={again}>{say("tryAgain")}</button>
      </Notice>
    );
  });
}

/** The same for a part of a screen: nothing is shown until it is there, or cannot be had. */
export function quietly<P extends object>(fetch: Fetch<P>): (props: P) => ComponentChild {
  return after(fetch, speakOfPages, (failed, again) => failed && (
    <p class="banner warn" role="alert">
      {say("unreachable")}. <button type="button" class="small" onClick={again}>{say("tryAgain")}</button>
    </p>
  ));
}

/** Fetches what will be needed soon, when the page has a quiet moment: it may be offline later. */
export function useForesight(fetches: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setTimeout(() => fetches.forEach((fetch) => void fetch().catch(() => {})), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
}

const QUIET_MS = 1500;

type Meanwhile = (failed: boolean, again: () => void) => ComponentChild;

function after<P extends object>(fetch: Fetch<P>, words: () => Promise<void>, meanwhile: Meanwhile): (props: P) => ComponentChild {
  let known: ComponentType<P> | null = null;
  return function Lazy(props: P): ComponentChild {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => known);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (known || failed) return;
      Promise.all([fetch(), words()]).then(([part]) => setPart(() => (known = part)), () => setFailed(true));
    }, [failed]);
    return Part ? <Part {...props} /> : meanwhile(failed, () => setFailed(false));
  };
}
