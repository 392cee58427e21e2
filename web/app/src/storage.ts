// Values saved in `localStorage`; a storage that is blocked, full or damaged counts as empty.

/** Returns the value saved under a name, or `null`. */
export function load<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key(name)) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Saves a value under a name; `null` removes it. */
export function save(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key(name));
    else localStorage.setItem(key(name), JSON.stringify(value));
  } catch {
    // Private windows and frames of other sites have no storage; the app works without it.
  }
}

function key(name: string): string {
  return `parlour:${name}`;
}
