/** Storage id of a scanned line: its time, so that lines sort in scan order, and a random UUID (CART-11). */
export const newScanId = (at: number): string =>
  `${String(at).padStart(15, '0')}-${crypto.randomUUID()}`;

/** The prefix is shared with the half-typed input, whose key does not start with a digit. */
export const isScanKey = (key: string, prefix: string): boolean =>
  key.startsWith(prefix) && /^\d/.test(key.slice(prefix.length));
