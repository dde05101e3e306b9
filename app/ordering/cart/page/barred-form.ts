/** Fields of the form that removes or replaces lines that may not be ordered: the line's key, and what replaces it. */
export const barredName = 'w';
export const replacementName = (key: string): string => `r.${key}`;
