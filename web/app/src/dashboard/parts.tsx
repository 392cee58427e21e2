// Small parts that several pages use.
import type { ComponentChild, ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { writeClipboard } from "../parts/clipboard.js";
import { useValue } from "../value.js";
import { RequestError } from "./client.js";
import { words } from "./messages.js";
import { mayTakeFocus } from "./router.js";
import { chosenTenant, mode, send } from "./session.js";

/** The answer of a request, or why there is none. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly problem: unknown;
  readonly reload: () => void;
}

/** Requests a path, again when the mode or the tenant changes, and every so many milliseconds if that is given. */
export function useAnswer<T>(path: string, everyMs?: number): Loaded<T> {
  const shown = `${useValue(mode)} ${useValue(chosenTenant)} ${path}`;
  const [answer, setAnswer] = useState<{ of: string; value: T } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      try {
        const value = await send<T>("GET", path);
        if (isOver) return;
        setAnswer({ of: shown, value });
        setProblem(null);
      } catch (error) {
        if (!isOver) setProblem(error);
      }
      if (everyMs && !isOver) timer = setTimeout(() => void ask(), everyMs);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [shown, everyMs, tries]);
  // What was asked for before is not shown under another name.
  return { value: answer?.of === shown ? answer.value : null, problem, reload: () => setTries((tries) => tries + 1) };
}

/** A page of a list that goes on. */
interface ListPage {
  readonly after?: string | null;
}

/** The pages of a list that were asked for so far, and the next one. */
export interface Further<T> {
  readonly pages: readonly T[];
  readonly hasMore: boolean;
  readonly problem: unknown;
  readonly load: () => void;
}

/** Adds further pages to the first one of a list; they belong to that answer, and are dropped with it. */
export function useFurther<T extends ListPage>(path: string, first: T | null): Further<T> {
  const [added, setAdded] = useState<{ to: T; pages: readonly T[] } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const pages = first === null ? [] : [first, ...(added?.to === first ? added.pages : [])];
  const after = pages.at(-1)?.after ?? null;
  const load = async (): Promise<void> => {
    if (first === null || after === null) return;
    setProblem(null);
    const next = await send<T>("GET", `${path}${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}`);
    setAdded({ to: first, pages: [...pages.slice(1), next] });
  };
  return { pages, hasMore: after !== null, problem, load: () => void load().catch(setProblem) };
}

/** The button for the next page of a list. */
export function More<T>({ further }: { further: Further<T> }): ComponentChild {
  return (
    <>
      {further.problem !== null && <Problem problem={further.problem} />}
      {further.hasMore && (
        <p>
          <button type="button" onClick={further.load}>
            {words.more}
          </button>
        </p>
      )}
    </>
  );
}

/** A page: its heading, and the focus there when it is opened, unless the focus was moved meanwhile. */
export function Page({ about, children, title }: { title: string; about?: string; children: ComponentChildren }): ComponentChild {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · ${words.title}`;
    if (mayTakeFocus()) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {about && <p class="muted about">{about}</p>}
      {children}
    </>
  );
}

/** The content once it is there; until then that it is being loaded, or why it cannot be. */
export function Ready<T>({ children, loaded }: { loaded: Loaded<T>; children: (value: T) => ComponentChild }): ComponentChild {
  return (
    <>
      {loaded.problem !== null && <Problem problem={loaded.problem} retry={loaded.reload} />}
      {loaded.value !== null && children(loaded.value)}
      {loaded.value === null && loaded.problem === null && (
        <p class="muted" role="status">
          {words.loading}
        </p>
      )}
    </>
  );
}

/** Why something did not work, and what to do. */
export function Problem({ problem, retry }: { problem: unknown; retry?: () => void }): ComponentChild {
  const refused = problem instanceof RequestError && problem.status > 0 ? problem : null;
  return (
    <div class="error problem" role="alert">
      <p>{refused ? sentence(refused.message) : words.unreachable}</p>
      {refused?.hint && <p>{sentence(refused.hint)}</p>}
      {refused?.requestId && <p class="small-text">{words.requestId(refused.requestId)}</p>}
      {retry && (
        <button type="button" class="small" onClick={retry}>
          {words.tryAgain}
        </button>
      )}
    </div>
  );
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
}

/** A table that scrolls by itself on small screens. */
export function Table({
  children,
  empty,
  head,
  label,
}: {
  label: string;
  head: readonly string[];
  empty?: string;
  children: ComponentChild[];
}): ComponentChild {
  if (children.length === 0) return <p class="muted empty">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table
    <section class="table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** A modal dialog, open as long as it is rendered; Escape closes it, and the focus returns to where it was. */
export function Dialog({ children, onClose, title }: { title: string; onClose: () => void; children: ComponentChildren }): ComponentChild {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const node = dialog.current;
    const before = document.activeElement;
    if (node && !node.open) node.showModal();
    return () => {
      node?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="sheet-body stack">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Code or another text that is shown as it is; long lines scroll. */
export function Code({ label, text }: { text: string; label: string }): ComponentChild {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls long lines
    <section class="snippet" aria-label={label} tabIndex={0}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

const SHOWN_MS = 2500;

/** Copies a text. */
export function CopyButton({ label = words.copy, text }: { text: string; label?: string }): ComponentChild {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await writeClipboard(text);
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <button type="button" class="small" onClick={() => void copy().catch(() => setDone(false))}>
      <span aria-live="polite">{done ? words.copied : label}</span>
    </button>
  );
}

/** A form that sends something: it is sent once at a time, and shows why it was refused. */
export function SendForm({
  button,
  children,
  danger = false,
  onCancel,
  send: submit,
}: {
  button: string;
  danger?: boolean;
  children: ComponentChildren;
  onCancel?: () => void;
  send: () => Promise<void>;
}): ComponentChild {
  const [problem, setProblem] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setProblem(null);
    await submit().catch(setProblem);
    setSending(false);
  };
  return (
    <form class="stack" onSubmit={(event) => void onSubmit(event)}>
      {children}
      {problem !== null && <Problem problem={problem} />}
      <div class="row end">
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
        <button type="submit" class={danger ? "danger" : "primary"} aria-disabled={isSending}>
          {button}
        </button>
      </div>
    </form>
  );
}
