// The types of sizes.js for the tests of the packages.

/** The size of a bundle after gzip and its limit, in bytes. */
export interface Size {
  readonly bundle: string;
  readonly bytes: number;
  readonly limit: number;
}

/** The size and the limit of every bundle whose name begins with `start`. */
export function measure(start?: string): Promise<readonly Size[]>;
