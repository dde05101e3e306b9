/** A quick order and its lines, each with its product or the reason why it has none. */
import type { OtherScheme } from '~/catalogue/products/codes/other-schemes';
import { netAt } from '~/catalogue/pricing/pricing';
import type { LabelName, PackData } from '~/catalogue/products/codes/gs1';
import type { ReadCodes } from '~/catalogue/products/codes/product-code';
import type { OrderBar, ProductCard } from '~/catalogue/products/product';
import type { Cents, UnitPrice } from '~/base/kernel/money';
import type { SheetRefusal } from '~/ordering/order-sheet/sheet';
import type { TypedLine } from './lines';

export type LineFault =
  | { kind: 'unknown' }
  /** The row of the list has a quantity but no code. */
  | { kind: 'no-code' }
  /** The search engine was unavailable and the customer's orders lack the code; the product may still exist. */
  | { kind: 'unchecked' }
  /** The code matches several products. */
  | { kind: 'ambiguous'; names: readonly string[]; choices: readonly Choice[] }
  /** The row has codes of several products. */
  | { kind: 'several-codes'; names: readonly string[]; choices: readonly Choice[] }
  /** The code has the length of an EAN or CNK and a wrong check digit. */
  | { kind: 'misread' }
  /**
   * The quantity is invalid. `readings`: the two possible meanings of `1.000` or `2 500`, the second one as thousands.
   */
  | {
      kind: 'quantity';
      refusal: SheetRefusal;
      readings?: readonly [smaller: number, thousands: number] | undefined;
    }
  /** The text behind a label may be part of the label or the quantity. */
  | { kind: 'behind-label'; behind: string }
  /**
   * The cart would hold far more of the product than usual: the customer must confirm it once. `total`: the pieces that
   * it would hold.
   */
  | { kind: 'unusual'; total: number }
  /**
   * The code is that of a carton. The catalogue has the unit in the carton, but not the number of units. `asked` is the
   * entered quantity, which may count cartons.
   */
  | { kind: 'carton'; asked: string }
  /** A code of another scheme than the shop's. */
  | { kind: 'other-scheme'; scheme: OtherScheme }
  /** A GS1 label of a product that the catalogue lacks, or with an unparsable part. */
  | ({ kind: 'label' } & LabelName)
  /** `5,41235E+12`: a spreadsheet has rounded a long code, so its last digits are lost. */
  | { kind: 'rounded' }
  /** Longer than any code. The page displays it shortened, and it is never looked up. */
  | { kind: 'too-long' }
  /** The product has no SKU, which the ERP requires for a line. */
  | { kind: 'no-sku' }
  | { kind: 'barred'; reason: Exclude<OrderBar, 'sign-in'> };

/** One of the products that a code matches. */
interface Choice {
  sku: string;
  text: string;
}

/** A line with its product. The pack data of its label is displayed but never sent. */
export interface QuickLine extends TypedLine, PackData {
  card: ProductCard | null;
  /** Pack data of `labels`. */
  others?: readonly PackData[];
  /** Quantity to order; null when the entered text is no valid quantity. */
  quantity: number | null;
  fault: LineFault | null;
  /** Pieces of the same product in the preceding lines of the order. */
  before: number;
  amount: Cents | null;
}

/** The products that the codes match, by id. */
export const cardsOf = ({ found }: Pick<KnownCodes, 'found'>): ReadonlyMap<number, ProductCard> =>
  new Map([...found.values()].flat().map((card) => [card.id, card]));

/** The parsed codes of the lines, and the products that each code matches. */
export interface KnownCodes {
  read: ReadCodes;
  found: ReadonlyMap<string, readonly ProductCard[]>;
  /** True when the search engine was unavailable, so that only products of the customer's orders were found. */
  fromOrders: boolean;
}

export interface QuickOrder {
  lines: readonly QuickLine[];
  ready: number;
  total: Cents;
}

/** Returns the price of one piece at a quantity; null without a price. */
export const unitPriceAt = ({ price }: ProductCard, quantity: number): UnitPrice | null =>
  price && netAt(price, quantity);

interface ReadyLine {
  id: string | undefined;
  productId: number;
  quantity: number;
  amount: Cents | null;
  sureUpTo: number;
}

/** The lines that can be added to the cart as they are. */
export const readyLines = (lines: readonly QuickLine[]): ReadyLine[] =>
  lines.flatMap(({ id, card, quantity, amount, fault, sureUpTo = 0 }) =>
    card && quantity !== null && fault === null
      ? [{ id, productId: card.id, quantity, amount, sureUpTo }]
      : [],
  );

/** The total that the customer confirmed for a product, by product id. */
export const confirmedTotals = (
  lines: readonly Pick<ReadyLine, 'productId' | 'sureUpTo'>[],
): Map<number, number> => {
  const sure = new Map<number, number>();
  for (const { productId, sureUpTo } of lines)
    if (sureUpTo > (sure.get(productId) ?? 0)) sure.set(productId, sureUpTo);
  return sure;
};
