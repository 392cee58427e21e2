// Hooks that set properties and listeners of a custom element after each render.
import { useLayoutEffect, useRef } from "preact/hooks";

/** A ref to an element that may not be mounted yet. */
export interface Held<E> {
  current: E | null;
}

/** Sets the changed properties in one task, so that the element redraws once. */
export function useProperties(element: Held<HTMLElement>, properties: object): void {
  const known = useRef<Record<string, unknown>>({});
  useLayoutEffect(() => {
    const node = element.current as unknown as Record<string, unknown> | null;
    if (!node) return;
    for (const [name, value] of Object.entries(properties)) {
      if (value !== known.current[name]) node[name] = value;
    }
    known.current = { ...properties } as Record<string, unknown>;
  });
}

/** Listens to an event of the element with the handler of the latest render. */
export function useListener<T>(element: Held<HTMLElement>, name: string, handler: (detail: T) => void): void {
  const latest = useRef(handler);
  latest.current = handler;
  useLayoutEffect(() => {
    const node = element.current;
    const listen = (event: Event): void => latest.current((event as CustomEvent<T>).detail);
    node?.addEventListener(name, listen);
    return () => node?.removeEventListener(name, listen);
  }, [element, name]);
}
