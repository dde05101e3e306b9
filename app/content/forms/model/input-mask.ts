/** Input masks of Form.io: `9` is a digit, `A` and `a` a letter, `*` either; any other character stands for itself. */
const slots: Readonly<Record<string, RegExp>> = {
  '9': /\d/,
  A: /[a-z]/i,
  a: /[a-z]/i,
  '*': /[a-z\d]/i,
};
const separator = /[^\p{L}\p{N}]/u;

/**
 * Formats the input as the mask prescribes, whatever separators the input has; null when the input does not fit the
 * mask.
 */
export function readMasked(mask: string, typed: string): string | null {
  const given = [...typed];
  let at = 0;
  let value = '';
  for (const symbol of mask) {
    const slot = slots[symbol];
    if (!slot) {
      if (given[at] === symbol) at += 1;
      value += symbol;
      continue;
    }
    while (separator.test(given[at] ?? '')) at += 1;
    const next = given[at] ?? '';
    at += 1;
    if (!slot.test(next)) return null;
    value += symbol === 'a' ? next.toLowerCase() : next;
  }
  return given.slice(at).every((rest) => separator.test(rest)) ? value : null;
}

/** An example that fits the mask, for the error message about wrong input. */
export const maskExample = (mask: string): string =>
  mask.replace(/[9Aa*]/g, (symbol) => (symbol === '9' ? '0' : symbol === 'a' ? 'a' : 'A'));
