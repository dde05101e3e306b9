export const dot = '\u00a0· ';

/** Joins facts with a middle dot and omits missing ones; the no-break space keeps the dot from starting a line. */
export const joinWithDots = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(dot);
