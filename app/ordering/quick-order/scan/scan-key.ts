/** Storage id of a scanned line: its time, so that lines sort in scan order, and a random UUID (CART-11). */
export const newScanId = (at: number): string =>
  `${String(at).padStart(15, '0')}-${crypto.randomUUID()}`;

/**
 * True for the key of a scanned line. The half-typed input has the same prefix, but its key does not continue with a
 * digit.
 */
export const isScanKey = (key: string, prefix: string): boolean =>
  key.startsWith(prefix) && /^\d/.test(key.slice(prefix.length));
