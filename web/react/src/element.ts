// Hooks that set properties and listeners of a custom element, for React 18 and 19.
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** React 18 warns about layout effects on the server. */
const useAssignment = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** Sets the changed properties; an omitted one is reset to its default. */
export function useProperties<E extends HTMLElement>(element: RefObject<E | null>, properties: object): void {
  const before = useRef<Record<string, unknown>>({});
  const target = useRef<E | null>(null);
  useAssignment(() => {
    const node = element.current;
    if (!node) return;
    const known = target.current === node ? before.current : {};
    const next = { ...properties } as Record<string, unknown>;
    for (const name of Object.keys({ ...known, ...next })) {
      if (next[name] !== known[name]) (node as unknown as Record<string, unknown>)[name] = next[name];
    }
    target.current = node;
    before.current = next;
  });
}

/** Listens to an event of the element with the handler of the latest render. */
export function useListener<E extends HTMLElement, T>(
  element: RefObject<E | null>,
  name: string,
  handler: ((event: CustomEvent<T>) => void) | undefined,
): void {
  const latest = useRef(handler);
  useAssignment(() => {
    latest.current = handler;
  });
  useAssignment(() => {
    const node = element.current;
    const listen = (event: Event) => latest.current?.(event as CustomEvent<T>);
    node?.addEventListener(name, listen);
    return () => node?.removeEventListener(name, listen);
  }, [element, name]);
}
