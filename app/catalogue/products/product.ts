/** A product as the shop shows it: a card in every list, and the whole page. Prices are the caller's own. */
import type { Price } from '~/catalogue/pricing/pricing';

export const stockStates = [
  'in_stock',
  'in_limited_stock',
  'resupplying',
  'out_of_stock',
  'supplier_out_of_stock',
] as const;
export type StockState = (typeof stockStates)[number];

export const productFlags = [
  'pharmaceutical',
  'narcotic',
  'psychotropic',
  'cold',
  'veterinaryOnly',
  'belgiumOnly',
  'human',
  'import',
  'sterile',
  'fabric',
  'promoBag',
  'madeToOrder',
  'quotation',
  'notSold',
] as const;
export type ProductFlag = (typeof productFlags)[number];

export const orderModes = ['direct_sale', 'quotation', 'bought_sold'] as const;
export type OrderMode = (typeof orderModes)[number];

export type Family = 'meds' | 'food' | 'equipment';
export type AmcraClass = 'jaune' | 'orange' | 'rouge';

/** Why a product cannot be put into this caller's cart. */
export type OrderBar =
  | 'sign-in'
  | 'may-not-order'
  | 'not-sold'
  | 'on-quotation'
  /** No price, or a price of 0. */
  | 'on-request'
  /** Only for other professions (allowed_partner_types). */
  | 'other-profession';
export type Orderable = { ok: true } | { ok: false; reason: OrderBar };

export interface Picture {
  src: string;
  alt: string;
}

export interface ProductCard {
  /** Id of the variant: what the cart, wishlists and orders know. */
  id: number;
  sku: string | null;
  cnk: string | null;
  barcode: string | null;
  /** Full name of the variant: `Exemplamox (250 mg, 20 comprimés)`. Distinct within a list. */
  name: string;
  /** Name of the group, to be followed by the presentation: `Exemplamox`. */
  title: string;
  /** `250 mg, 20 comprimés · Orale · Chien, Chat · Exemplavet`; may be empty. */
  presentation: string;
  /** Pharmaceutical form, route and species, as far as the full name does not say them: `Orale · Chien, Chat`. */
  traits: string;
  brand: string | null;
  urlKey: string | null;
  picture: Picture | null;
  /** A state of the list, or another word of the ERP shown as it is. */
  stock: StockState | { other: string } | null;
  /** Pieces on the shelf when the index was filled; null where it does not tell, and of what is made to order. */
  onHand: number | null;
  flags: readonly ProductFlag[];
  amcra: AmcraClass | null;
  /** `2-8`, as the ERP writes it, in °C. */
  storageTemperature: string | null;
  orderMode: OrderMode;
  isMadeToOrder: boolean;
  notSoldOnWebsite: boolean;
  family: Family | null;
  /** Variants of the group, this one included. */
  variantCount: number;
  /** Ids of what can stand in for it, itself never among them; its page lists them. */
  substitutes: readonly number[];
  /** Null: on request, or not shown to visitors. */
  price: Price | null;
  orderable: Orderable;
  taxPercent: number | null;
}

/** Not there, here or at its supplier. */
export const isOut = ({ stock }: Pick<ProductCard, 'stock'>): boolean =>
  stock === 'out_of_stock' || stock === 'supplier_out_of_stock';

/** Nothing of it to take from; the ERP tells no day on which it comes. */
export const isAwaited = (card: Pick<ProductCard, 'stock'>): boolean =>
  isOut(card) || card.stock === 'resupplying';

/** Pieces that will have to wait, as far as the index knows. */
export const shortOf = (card: Pick<ProductCard, 'onHand'> | null, quantity: number): number =>
  card === null || card.onHand === null ? 0 : Math.max(0, quantity - card.onHand);

/** Of an address of a list: the id of the row whose substitutes are shown. */
export const alternativesParam = 'alt';

/** Names the variant in the address of its group; a group of one needs none. */
export const skuOf = (card: ProductCard): string | undefined =>
  card.variantCount > 1 ? (card.sku ?? undefined) : undefined;

/** What a letter about a product begins with. */
export const subjectOf = ({ name, sku }: ProductCard): string =>
  sku === null ? name : `${name} (${sku})`;

export interface CategoryRef {
  id: number;
  name: string;
  urlKey: string;
  level: number;
}
