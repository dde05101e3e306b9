/** A quick order and its lines, each with its product or why it has none. */
import type { OtherScheme } from '~/catalogue/products/codes/other-schemes';
import type { LabelName, PackData } from '~/catalogue/products/codes/gs1';
import type { ReadCodes } from '~/catalogue/products/codes/product-code';
import type { OrderBar, ProductCard } from '~/catalogue/products/product';
import type { Cents, UnitPrice } from '~/base/kernel/money';
import type { SheetRefusal } from '~/ordering/order-sheet/sheet';
import type { TypedLine } from './lines';

export type LineFault =
  | { kind: 'unknown' }
  /** A row of a file has a quantity and nothing else. */
  | { kind: 'no-code' }
  /** Search did not answer, and the customer has not bought it: it may be known all the same. */
  | { kind: 'unchecked' }
  /** The code means several products. */
  | { kind: 'ambiguous'; names: readonly string[]; choices: readonly Choice[] }
  /** Codes of several products stand on one row. */
  | { kind: 'several-codes'; names: readonly string[]; choices: readonly Choice[] }
  /** As long as an EAN or CNK, with a check digit that does not fit. */
  | { kind: 'misread' }
  /** `readings`: of `1.000` and `2 500`, the other one as thousands. */
  | {
      kind: 'quantity';
      refusal: SheetRefusal;
      readings?: readonly [smaller: number, thousands: number] | undefined;
    }
  /** Far above the usual: the customer is asked once. */
  | { kind: 'unusual' }
  /** The code of a carton, and `asked` may count cartons: the unit in it is known, its number is not. */
  | { kind: 'carton'; asked: string }
  /** Of another list or label than ours. */
  | { kind: 'other-scheme'; scheme: OtherScheme }
  /** A GS1 label of a product that the catalogue lacks, or with a part that cannot be read. */
  | ({ kind: 'label' } & LabelName)
  /** `5,41235E+12`: a spreadsheet has shortened a long code, its last digits are gone. */
  | { kind: 'rounded' }
  /** Longer than any code: shortened where it is shown, and so never looked up as another one. */
  | { kind: 'too-long' }
  /** The product has no SKU, so the ERP cannot be given a line for it. */
  | { kind: 'no-sku' }
  | { kind: 'barred'; reason: Exclude<OrderBar, 'sign-in'> };

/** One of the products that a code means. */
export interface Choice {
  sku: string;
  text: string;
}

/** With what its label says of the pack in hand: displayed, never sent. */
export interface QuickLine extends TypedLine, PackData {
  card: ProductCard | null;
  /** Null when it cannot be read. */
  quantity: number | null;
  fault: LineFault | null;
  /** Pieces of the same product in the lines above. */
  before: number;
  amount: Cents | null;
  /** Of a list or a file, which says no quantity. */
  uncounted?: boolean;
}

/** Of every code of the lines: what it may mean, and the products that it does. */
export interface KnownCodes {
  read: ReadCodes;
  found: ReadonlyMap<string, readonly ProductCard[]>;
  /** The search engine was unavailable: only known lines could be found. */
  fromOrders: boolean;
}

export interface QuickOrder {
  lines: readonly QuickLine[];
  ready: number;
  total: Cents;
}

/** Price of one piece at a quantity: the best tier it reaches. */
export function unitPriceAt(card: ProductCard, quantity: number): UnitPrice | null {
  if (!card.price) return null;
  const reached = card.price.tiers.filter((tier) => tier.fromQuantity <= quantity);
  return reached.reduce((best, tier) => (tier.net < best ? tier.net : best), card.price.net);
}
