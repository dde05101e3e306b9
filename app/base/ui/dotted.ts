export const dot = '\u00a0· ';

/** Facts one after another, those that are missing left out; no line begins with the dot between two. */
export const dotted = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(dot);
