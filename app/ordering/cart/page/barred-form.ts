/**
 * Names of the fields in the form that removes or replaces lines that may not be ordered: one field holds a line's key
 * and its replacement.
 */
export const barredName = 'w';
export const replacementName = (key: string): string => `r.${key}`;
