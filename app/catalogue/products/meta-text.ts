/** Texts for `<head>`. */

/**
 * Joins sentences with full stops. Omits blank parts, and a part with which a later one begins (a description often
 * repeats the short one).
 */
export const joinedSentences = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim().replace(/(?<![\s.])[\s.]+$/, ''))
    .filter((part, at, all) => {
      const isRepeated = all.slice(at + 1).some((later) => `${later}.`.startsWith(`${part}.`));
      return part !== '' && !isRepeated;
    })
    .join('. ');

/** Cuts a meta description to 255 characters (PROD-01), at a word boundary when there is one. */
export function cutDescription(text: string): string {
  const limit = 255;
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > limit - 40 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
