/** A product as the shop displays it: the card of a list, and its types. Prices are the caller's own. */
import type { Price } from '~/catalogue/pricing/pricing';

export const stockStates = [
  'in_stock',
  'in_limited_stock',
  'resupplying',
  'out_of_stock',
  'supplier_out_of_stock',
] as const;
type StockState = (typeof stockStates)[number];

export type ProductFlag =
  | 'pharmaceutical'
  | 'narcotic'
  | 'psychotropic'
  | 'cold'
  | 'veterinaryOnly'
  | 'belgiumOnly'
  | 'human'
  | 'import'
  | 'sterile'
  | 'fabric'
  | 'promoBag'
  | 'madeToOrder'
  | 'quotation'
  | 'notSold';

export const orderModes = ['direct_sale', 'quotation', 'bought_sold'] as const;
export type OrderMode = (typeof orderModes)[number];

export type Family = 'meds' | 'food' | 'equipment';
export type AmcraClass = 'jaune' | 'orange' | 'rouge';

/** Why this caller cannot add a product to the cart. */
export type OrderBar =
  | 'sign-in'
  | 'may-not-order'
  | 'not-sold'
  | 'on-quotation'
  /** The product has no price, or a price of 0: the price is on request. */
  | 'on-request'
  /** Only customers of other professions may order the product (allowed_partner_types). */
  | 'other-profession';
export type Orderable = { ok: true } | { ok: false; reason: OrderBar };

export interface Picture {
  src: string;
  alt: string;
}

export interface ProductCard {
  /** Id of the variant, which the cart, wishlists and orders use. */
  id: number;
  sku: string | null;
  cnk: string | null;
  barcode: string | null;
  /** Full name of the variant, unique within a list: `Exemplamox (250 mg, 20 comprimés)`. */
  name: string;
  /** Name of the group, displayed before the presentation: `Exemplamox`. */
  title: string;
  /** `250 mg, 20 comprimés · Orale · Chien, Chat · Exemplavet`; may be empty. */
  presentation: string;
  /** Pharmaceutical form, route and species that the full name does not contain: `Orale · Chien, Chat`. */
  traits: string;
  brand: string | null;
  urlKey: string | null;
  picture: Picture | null;
  /** A known stock state, or another text of the ERP, displayed as it is. */
  stock: StockState | { other: string } | null;
  /** Pieces in stock when the index was filled; null when unknown and for made-to-order products. */
  onHand: number | null;
  flags: readonly ProductFlag[];
  amcra: AmcraClass | null;
  /** Storage temperature in °C, as the ERP writes it: `2-8`. */
  storageTemperature: string | null;
  orderMode: OrderMode;
  isMadeToOrder: boolean;
  notSoldOnWebsite: boolean;
  family: Family | null;
  /** Number of variants of the group, including this one. */
  variantCount: number;
  /** Ids of substitutes, without its own id; the product page lists them. */
  substitutes: readonly number[];
  /** Price for this caller; null when the price is on request, or hidden from guests. */
  price: Price | null;
  orderable: Orderable;
  taxPercent: number | null;
}

/** True when the product is out of stock, in the shop or at the supplier. */
export const isOut = ({ stock }: Pick<ProductCard, 'stock'>): boolean =>
  stock === 'out_of_stock' || stock === 'supplier_out_of_stock';

/** True when nothing is in stock; the ERP does not report when the product arrives. */
export const isAwaited = (card: Pick<ProductCard, 'stock'>): boolean =>
  isOut(card) || card.stock === 'resupplying';

/** Pieces that would be delivered later, as far as the index knows. */
export const shortOf = (card: Pick<ProductCard, 'onHand'> | null, quantity: number): number =>
  card === null || card.onHand === null ? 0 : Math.max(0, quantity - card.onHand);

/** Query parameter of a product list: the id of the row below which substitutes are displayed. */
export const alternativesParam = 'alt';

/** The SKU that identifies the variant in its group's address; a group of one needs none. */
export const skuOf = (card: ProductCard): string | undefined =>
  card.variantCount > 1 ? (card.sku ?? undefined) : undefined;

/** The prefilled first text of a contact message about a product. */
export const subjectOf = ({ name, sku }: ProductCard): string =>
  sku === null ? name : `${name} (${sku})`;

export interface CategoryRef {
  id: number;
  name: string;
  urlKey: string;
  level: number;
}
