// The hook that loads the server's variants, and their rules.
import { useEffect, useState } from "preact/hooks";
import { retryUntilDone } from "../retry.js";
import { type AnyVariant, allVariants } from "../server.js";

/** The variants; empty until they are loaded. */
export interface LoadedVariants {
  readonly variants: readonly AnyVariant[];
  /** Why they could not be loaded. */
  readonly problem: unknown;
}

/** Loads the variants; after a failure returns the problem and retries automatically. */
export function useVariants(): LoadedVariants {
  const [loaded, setLoaded] = useState<LoadedVariants>({ variants: [], problem: null });
  useEffect(
    () =>
      retryUntilDone(
        allVariants,
        (variants) => setLoaded({ variants, problem: null }),
        (problem) => problem !== null && setLoaded({ variants: [], problem }),
      ),
    [],
  );
  return loaded;
}

/** One rule of a card. */
export interface Rule {
  readonly title: string;
  readonly text: string;
}

/** The rules of a variant's card: its text is a list whose items start with a title in bold. */
export function rulesOf({ ruleCard }: AnyVariant): Rule[] {
  return ruleCard.sections.flatMap(({ text, title }) =>
    text.split(/\n(?=- )|\n\n+/).flatMap((item) => {
      const [, bold, rest] = /^(?:- )?\*\*(.+?)\*\*\s*([\s\S]*)$/.exec(item.trim()) ?? [];
      const plain = (rest ?? item.replace(/^- /, "")).replaceAll("**", "").trim();
      return plain ? [{ title: (bold ?? title ?? "").replace(/\.$/, ""), text: capital(plain) }] : [];
    }),
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
