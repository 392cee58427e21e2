// What the browser remembers; a storage that is blocked, full or damaged is as good as an empty one.

/** Gives what was kept under a name, or `null`. */
export function recall<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key(name)) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Keeps a value under a name; `null` forgets it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key(name));
    else localStorage.setItem(key(name), JSON.stringify(value));
  } catch {
    // Private windows and frames of other sites have no storage: the app works, it only forgets.
  }
}

function key(name: string): string {
  return `parlour:${name}`;
}
