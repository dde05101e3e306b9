/** The texts of the question about unusually large quantities, the same on every page. */
import { firstNames } from '~/base/kernel/first-names';
import type { Shop } from '~/base/page/shop';

/** A line in question; `total` includes the pieces that the cart already holds. */
export interface UnusualLine {
  name: string;
  quantity: number;
  total: number;
}

/** The texts of a question: the lines, and the words that confirm them. */
export function questionOf(
  { t, formats: { number } }: Pick<Shop, 't' | 'formats'>,
  lines: readonly UnusualLine[],
  isChange = false,
): { text: string; yes: string } {
  const count = lines.length;
  const [first] = lines;
  const said = lines.map(({ name, quantity, total }) =>
    isChange || total === quantity
      ? `${number(isChange ? total : quantity)} × ${name}`
      : t('cart:unusual.inAll', { line: `${number(quantity)} × ${name}`, total: number(total) }),
  );
  // The text about a single line already ends with a full stop.
  const names = firstNames(said, count === 1 ? '' : '.');
  const isSum = !isChange && count === 1 && first?.total !== first?.quantity;
  return {
    text: t(isChange ? 'cart:unusual.change' : 'cart:unusual.text', { count, names }),
    yes: t(isSum ? 'cart:unusual.yesInAll' : 'cart:unusual.yes', {
      count,
      quantity: number(first?.total ?? 0),
    }),
  };
}
