/** Sentence punctuation, quotation marks and brackets that follow a link in a message. */
const ends = new Set([...' .,;:!?…*|\'"’”»()[]{}<>']);

/** The last value of a link without the punctuation that was copied behind it. */
export function withoutCopiedEnd(value: string): string {
  let end = value.length;
  while (ends.has(value[end - 1] ?? '')) end -= 1;
  return value.slice(0, end);
}

/**
 * The token of a link in an e-mail, also without the white space and invisible characters that a line break of the
 * e-mail adds. A token may end with `=`, `_` or `-`.
 */
export const copiedToken = (value: string): string =>
  withoutCopiedEnd(value.replace(/[\s\p{Cf}]/gu, ''));
