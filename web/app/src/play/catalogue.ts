// The variants of the server for a screen that shows them.
import { useEffect, useState } from "preact/hooks";
import { retryUntilDone } from "../retry.js";
import { type AnyVariant, allVariants } from "../server.js";

/** The variants, as soon as they are known. */
export interface Known {
  readonly variants: readonly AnyVariant[];
  /** Why they are not known. */
  readonly problem: unknown;
}

/** Fetches the variants; a failure is shown, and they are asked for again by themselves. */
export function useVariants(): Known {
  const [known, setKnown] = useState<Known>({ variants: [], problem: null });
  useEffect(
    () =>
      retryUntilDone(
        allVariants,
        (variants) => setKnown({ variants, problem: null }),
        (problem) => problem !== null && setKnown({ variants: [], problem }),
      ),
    [],
  );
  return known;
}

/** One rule of a card. */
export interface Rule {
  readonly title: string;
  readonly text: string;
}

/** The rules of a card: its text is a list whose items start with a title in bold. */
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
