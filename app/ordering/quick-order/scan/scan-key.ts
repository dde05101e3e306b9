/** Where a scanned line is kept: its time, so that lines sort as they were scanned, and an id of its own (CART-11). */
export const newScanId = (at: number): string =>
  `${String(at).padStart(15, '0')}-${crypto.randomUUID()}`;

/** Beside the lines the same prefix has what is half typed. */
export const isScanKey = (key: string, prefix: string): boolean =>
  key.startsWith(prefix) && /^\d/.test(key.slice(prefix.length));
