/**
 * The shared world of the stand-ins: `seed/create-world.ts` generates it; the search engine, the ERP and the identity
 * provider serve it. This file has types only.
 *
 * Money is in euros without VAT, as decimal numbers with at most 4 decimals. Days are `YYYY-MM-DD`.
 */
export type Lang = 'fr' | 'nl' | 'en';
export type Text = Record<Lang, string>;
export type Family = 'meds' | 'food' | 'equipment';
export type OrderMode = 'direct_sale' | 'quotation' | 'bought_sold';
export type StockState =
  'in_stock' | 'in_limited_stock' | 'resupplying' | 'out_of_stock' | 'supplier_out_of_stock';

export interface Window {
  dateStart: string | null;
  dateEnd: string | null;
}
export interface GrossTier extends Window {
  pricelist: string;
  minQuantity: number;
  price: number;
}
export interface DiscountTier extends Window {
  pricelist: string;
  discount: number;
  minQuantity: number;
  exclusive: boolean;
}
export interface SupplierDiscount extends Window {
  discountSale: number;
}
export interface SupplierPromotion extends Window {
  ratioMain: number;
  ratioPromotional: number;
}

/** The ERP's data of one sellable variant. `id` is the id in the product index. */
export interface WorldVariant {
  id: number;
  sku: string;
  barcode: string | null;
  cnkCode: string | null;
  name: Text;
  family: Family;
  orderMode: OrderMode;
  isMedicine: boolean;
  isHuman: boolean;
  isMadeToOrder: boolean;
  notSoldOnWebsite: boolean;
  /** VAT in percent: 6 or 21. */
  taxRate: number;
  stockState: StockState;
  stockQty: number;
  weightKg: number;
  gross: GrossTier[];
  discounts: DiscountTier[];
  supplierDiscounts: SupplierDiscount[];
  supplierDiscountsVet: SupplierDiscount[];
  supplierPromotions: SupplierPromotion[];
  supplierPromotionsVet: SupplierPromotion[];
  /** Explicit price and price by role (contract/search.md 4.2, steps 2 and 3), without tax. */
  explicitPrice: number | null;
  priceByRole: Record<string, number>;
}

export interface WorldAddress {
  id: number;
  name: string | null;
  street: string | null;
  street2: string | null;
  zip: string | null;
  city: string | null;
  /** Region code such as WLX, or null. */
  stateCode: string | null;
  countryCode: string;
  phone: string | null;
  mobile: string | null;
  email: string | null;
  isDropoffSite: boolean;
}

export interface WorldCustomer {
  /** Id of the record in the ERP; also the claim `supplier_id`. The invoicing address has the same id. */
  id: number;
  /** Customer number, which the claim `ref` contains. */
  ref: string;
  login: string;
  email: string;
  password: string;
  name: string;
  givenName: string;
  familyName: string;
  /** Form of address: `title_dr`, `title_mr`, `title_mrs` or `title_miss`. */
  title: string;
  lang: Lang;
  functionType: string;
  role: string;
  canOrder: boolean;
  helpWithFee: boolean;
  /** False: the loyalty call returns 403, so the customer cannot see year-end rebates. */
  rebateVisible: boolean;
  vat: string | null;
  vetDepotNumber: string | null;
  vetSubscriptionNumber: string | null;
  pricelistGross: string | null;
  pricelistDiscounts: string[];
  /** Claim `vt-supplier-promotion`: `vet`, `none`, another text, or null when the claim is absent. */
  supplierPromotion: string | null;
  veterinaryGroups: number[];
  salesRep: { name: string; phone: string };
  invoicing: WorldAddress;
  delivery: WorldAddress[];
  optOut: boolean;
  /** One line that describes what is special about this sample customer. */
  summary: Text;
  /** True if `npm run demo` prints this customer. */
  featured: boolean;
}

export interface VeterinaryGroup {
  id: number;
  name: Text;
  color: string;
  sequence: number;
}

/** A document of contract/search.md 1.4–1.8, ready to be indexed. Snake case as on the wire. */
export type SearchDocument = Record<string, unknown> & { id: number };
export type IndexName =
  'products' | 'categories' | 'info_banners' | 'advertisements' | 'loyalty_programs';

export interface World {
  seed: string;
  /** The world's current day; offers are placed around it. */
  today: string;
  variants: ReadonlyMap<number, WorldVariant>;
  customers: readonly WorldCustomer[];
  groups: readonly VeterinaryGroup[];
  countries: readonly { id: number; code: string; name: Text }[];
  states: readonly { id: number; code: string; name: Text; countryCode: string }[];
  /** Documents of one index and language, created on demand: 20 000 variants must not be in memory three times. */
  documents(index: IndexName, lang: Lang): Iterable<SearchDocument>;
  /** A drawn picture or document by its path below `/media/`, or null. Deterministic. */
  media(path: string): { type: string; body: string } | null;
}

export interface WorldOptions {
  seed?: string;
  /** Number of products (groups of variants); default 3200. */
  products?: number;
  /** The current day of the world. Default: the current day in Europe/Brussels. */
  today?: string;
  /** Address under which `media` is served, without trailing slash. The `src` of every picture starts with it. */
  mediaBase: string;
}
