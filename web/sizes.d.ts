// The types of sizes.js for the tests of the packages.

/** What a bundle has after gzip, and what it may have, in bytes. */
export interface Size {
  readonly bundle: string;
  readonly bytes: number;
  readonly limit: number;
}

/** The size and the limit of every bundle whose name begins with `start`. */
export function measure(start?: string): Promise<readonly Size[]>;
