/** Schema of the part of a product document that a card displays (contract/search.md 1.4.1). */
import { z } from 'zod';
import { code, flag, id, list, maybe, number, text, texts } from '~/base/erp/wire-fields.server';
import type { CustomerPricing } from '~/catalogue/pricing/customer-pricing';
import { PriceWire, priceFields } from './price-wire.server';

const PictureWire = z.object({ src: z.string().min(1), alt: text, sequence: number });
export const ImageWire = z.object({
  small: maybe(PictureWire),
  medium: maybe(PictureWire),
  large: maybe(PictureWire),
  xlarge: maybe(PictureWire),
});
export type ImageWire = z.infer<typeof ImageWire>;

/** The `sequence` of a picture. Every size of the picture contains it; the first size present is used. */
const placeOf = ({ small, medium, large, xlarge }: ImageWire): number =>
  (small ?? medium ?? large ?? xlarge)?.sequence ?? 0;

/** Sorts pictures by their `sequence`. */
export const inSequence = (images: readonly ImageWire[]): readonly ImageWire[] =>
  images.length < 2 ? images : [...images].sort((a, b) => placeOf(a) - placeOf(b));

/** Parses a list of linked products to their ids. */
export const linkIds = list(z.object({ id })).transform((all) => all.map((one) => one.id));
/** Accepts the index field of the upstream connector and its short name (contract/search.md, section 8). */
const SubstitutesWire = z
  .object({ substitute: linkIds, substitutes: linkIds })
  .transform((wire) => ({ substitutes: [...wire.substitute, ...wire.substitutes] }));

const names = list(z.object({ name: z.string().min(1) }));

export const CardWire = PriceWire.extend({
  id,
  name: text,
  short_name: text,
  model: maybe(z.object({ name: text })),
  url_key: text,
  sku: code,
  cnk_code: code,
  barcode: code,
  vendor_product_code: code,
  supplier_id: number,
  brand: maybe(z.object({ id: number, name: text, image_url: text })),
  images: list(ImageWire),
  stock: maybe(z.object({ global: maybe(z.object({ state: text, qty: number })) })),
  variant_count: number,
  /** Traits that distinguish rows of the same name: form, route and species. */
  presentation_option_ids: names,
  administration_route_option_ids: names,
  species_option_ids: names,
  class_amcra: text,
  storage_temperature: text,
  order_mode: text,
  allowed_partner_types: texts,
  is_human: flag,
  is_equipment: flag,
  is_food: flag,
  is_import: flag,
  is_meds: flag,
  is_narcotic_vet: flag,
  is_pharmaceutical: flag,
  is_psychotropic: flag,
  is_mto: flag,
  veterinary_only: flag,
  belgium_only: flag,
  fabric: flag,
  promo_bag: flag,
  sterile: flag,
  not_sold_on_website: flag,
  links: maybe(SubstitutesWire),
});
export type CardWire = z.infer<typeof CardWire>;

/** `_source` for a list of cards: takes a third of the time of whole documents (3.1). */
export const cardFields: readonly string[] = [
  ...priceFields,
  ...Object.keys(CardWire.shape)
    .filter((field) => !(priceFields as readonly string[]).includes(field))
    .flatMap((field) => (field === 'links' ? ['links.substitute', 'links.substitutes'] : field)),
];

/**
 * Fields for a row, which displays the smallest picture. The tax rate stays in the list even without prices, because it
 * reveals none.
 */
const rowFields = cardFields.flatMap((field) =>
  field === 'images' ? ['images.small', 'images.medium'] : field,
);
const pricesOf = new Set<string>(priceFields.filter((field) => field !== 'tax'));
const unpricedFields = rowFields.filter((field) => !pricesOf.has(field));

/**
 * `_source` for the rows of a list. For guests who see no prices it omits them: a third of the response. A cache shared
 * by guests and customers uses `cardFields` instead.
 */
export const rowFieldsFor = (pricing: CustomerPricing): readonly string[] =>
  pricing.kind === 'hidden' ? unpricedFields : rowFields;
