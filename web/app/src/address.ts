// Addresses relative to the document's base, so that the app works on a sub-path.

/** The address of the server and of the app, ending in a slash. */
export function base(): string {
  return new URL(".", document.baseURI).href;
}

/** The absolute address of a path of the app or of the server, such as `v1/rooms`. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\/+/, ""), base()).href;
}

/** The path of an address below the base, without a leading slash; `null` if the address is not below the base. */
export function pathOf(address: string): string | null {
  const url = new URL(address, document.baseURI);
  const whole = url.origin + url.pathname;
  return whole.startsWith(base()) ? whole.slice(base().length) : null;
}
