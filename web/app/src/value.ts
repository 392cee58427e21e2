// The hook that shows a value which can be listened to.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Source } from "./observable.js";

/** The value of the moment; the component is drawn again when it changes. */
export function useValue<T>(source: Source<T>): T {
  const [, redraw] = useState({});
  const value = source.get();
  useLayoutEffect(() => {
    const look = (): void => redraw({});
    if (!Object.is(source.get(), value)) look();
    return source.subscribe(look);
  }, [source]);
  return value;
}
