// Parts of the app that are fetched when they are first needed.
import type { ComponentChild, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isBusy, retryLater } from "./again.js";
import { say } from "./language/language.js";
import { speakOfPages } from "./language/speak-of-pages.js";
import { Notice } from "./parts/notice.js";

type Fetch<P> = () => Promise<ComponentType<P>>;

/** Makes a screen of one that must be fetched, with its words; a failure says so, and it is tried again by itself. */
export function lazily<P extends object>(fetch: Fetch<P>, words: () => Promise<void> = speakOfPages): (props: P) => ComponentChild {
  return after(fetch, words, "automatic", (problem, again) => {
    if (problem === null)
      return (
        <p class="notice-screen muted" role="status">
          {say("loading")}
        </p>
      );
    const busy = isBusy(problem);
    return (
      <Notice title={say(busy ? "busy" : "unreachable")} text={say(busy ? "retrying" : "unreachableText")}>
        <button type="button" class="primary" onClick={again}>
          {say("tryAgain")}
        </button>
      </Notice>
    );
  });
}

/** The same for a part of a screen that the player asked for: nothing is shown until it is there, or cannot be had. */
export function quietly<P extends object>(fetch: Fetch<P>): (props: P) => ComponentChild {
  return after(
    fetch,
    speakOfPages,
    "by hand",
    (problem, again) =>
      problem !== null && (
        <p class="banner warn" role="alert">
          {say(isBusy(problem) ? "busy" : "unreachable")}.{" "}
          <button type="button" class="small" onClick={again}>
            {say("tryAgain")}
          </button>
        </p>
      ),
  );
}

/** Fetches what will be needed soon, when the page has a quiet moment: it may be offline later. */
export function useForesight(fetches: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setTimeout(() => fetches.forEach((fetch) => void fetch().catch(() => {})), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
}

const QUIET_MS = 1500;

type Meanwhile = (problem: unknown, again: () => void) => ComponentChild;

function after<P extends object>(
  fetch: Fetch<P>,
  words: () => Promise<void>,
  retry: "automatic" | "by hand",
  meanwhile: Meanwhile,
): (props: P) => ComponentChild {
  let known: ComponentType<P> | null = null;
  return function Lazy(props: P): ComponentChild {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => known);
    const [problem, setProblem] = useState<unknown>(null);
    const [tries, setTries] = useState(0);
    const again = (): void => setTries((tries) => tries + 1);
    useEffect(() => {
      if (Part) return;
      let stop = (): void => {};
      let left = false;
      Promise.all([fetch(), words()]).then(
        ([part]) => setPart(() => (known = part)),
        (reason: unknown) => {
          if (left) return;
          setProblem(reason);
          if (retry === "automatic") stop = retryLater(reason, tries + 1, again);
        },
      );
      return () => {
        left = true;
        stop();
      };
    }, [tries]);
    return Part ? <Part {...props} /> : meanwhile(problem, again);
  };
}
