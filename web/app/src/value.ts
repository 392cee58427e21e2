// The hook that subscribes a component to a value.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Source } from "./observable.js";

/** Returns the current value; renders the component again when it changes. */
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
