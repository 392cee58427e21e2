// Components that are loaded when they are first shown.
import type { ComponentChild, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { translate } from "./language/language.js";
import { loadPageMessages } from "./language/load-page-messages.js";
import { Notice } from "./parts/notice.js";
import { isBusy, retryLater } from "./retry.js";

type Load<P> = () => Promise<ComponentType<P>>;

/** A screen that is loaded with its messages when it is first shown; after a failure it shows why and retries automatically. */
export function lazyScreen<P extends object>(load: Load<P>): (props: P) => ComponentChild {
  return lazy(load, "automatic", (problem, retry) => {
    if (problem === null)
      return (
        <p class="notice-screen muted" role="status">
          {translate("loading")}
        </p>
      );
    const busy = isBusy(problem);
    return (
      <Notice title={translate(busy ? "busy" : "unreachable")} text={translate(busy ? "retrying" : "unreachableText")}>
        <button type="button" class="primary" onClick={retry}>
          {translate("tryAgain")}
        </button>
      </Notice>
    );
  });
}

/** A part of a screen that is loaded when it is first shown; renders nothing until it is loaded, and a retry button if that fails. */
export function lazyPart<P extends object>(load: Load<P>): (props: P) => ComponentChild {
  return lazy(
    load,
    "manual",
    (problem, retry) =>
      problem !== null && (
        <p class="banner warn" role="alert">
          {translate(isBusy(problem) ? "busy" : "unreachable")}.{" "}
          <button type="button" class="small" onClick={retry}>
            {translate("tryAgain")}
          </button>
        </p>
      ),
  );
}

/** Loads modules in the background before they are needed, because the page may be offline later. */
export function usePrefetch(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setTimeout(() => loads.forEach((load) => void load().catch(() => {})), PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

const PREFETCH_DELAY_MS = 1500;

type Placeholder = (problem: unknown, retry: () => void) => ComponentChild;

function lazy<P extends object>(load: Load<P>, retries: "automatic" | "manual", placeholder: Placeholder): (props: P) => ComponentChild {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P): ComponentChild {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => loaded);
    const [problem, setProblem] = useState<unknown>(null);
    const [tries, setTries] = useState(0);
    const retry = (): void => setTries((tries) => tries + 1);
    useEffect(() => {
      if (Part) return;
      let stop = (): void => {};
      let unmounted = false;
      Promise.all([load(), loadPageMessages()]).then(
        ([part]) => setPart(() => (loaded = part)),
        (reason: unknown) => {
          if (unmounted) return;
          setProblem(reason);
          if (retries === "automatic") stop = retryLater(reason, tries + 1, retry);
        },
      );
      return () => {
        unmounted = true;
        stop();
      };
    }, [tries]);
    return Part ? <Part {...props} /> : placeholder(problem, retry);
  };
}
