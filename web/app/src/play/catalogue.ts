// The hook that loads the server's variants.
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
