/**
 * Schema of a whole product document (contract/search.md 1.4.1), and of the part of a variant that the variant axes
 * need.
 */
import { z } from 'zod';
import { CardWire, linkIds } from './card-wire.server';
import { KeysByLang } from '../keys/localized-keys.server';
import {
  code,
  day,
  euros,
  id,
  list,
  maybe,
  number,
  text,
  timeFrame,
  flag,
} from '~/base/erp/wire-fields.server';

const OptionWire = z.object({ id, name: z.string().min(1), sequence: number });
const options = list(OptionWire);

const AttributesWire = z
  .unknown()
  .optional()
  .transform((value): ReadonlyMap<string, string> => {
    const found = new Map<string, string>();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return found;
    for (const [key, one] of Object.entries(value)) {
      if (typeof one === 'string' && one !== '') found.set(key, one);
      else if (typeof one === 'number') found.set(key, String(one));
    }
    return found;
  });

const AttributeValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number().transform(String)])).transform((all) => all.join(', ')),
]);

const MediaWire = z.object({
  lang: text,
  name: text,
  sequence: number,
  type: z.unknown().optional(),
  url: text,
});

/** Accepts the index fields of the upstream connector and their short names (contract/search.md, section 8). */
const LinksWire = z
  .object({
    cross_selling: linkIds,
    cross: linkIds,
    up_selling: linkIds,
    up: linkIds,
    related: linkIds,
    substitute: linkIds,
    substitutes: linkIds,
  })
  .transform((wire) => ({
    crossSelling: [...wire.cross_selling, ...wire.cross],
    upSelling: [...wire.up_selling, ...wire.up],
    related: wire.related,
    substitutes: [...wire.substitute, ...wire.substitutes],
  }));

export const VariantWire = z.object({ sku: code, main: flag, variant_attributes: AttributesWire });
export type VariantWire = z.infer<typeof VariantWire>;

export const ProductWire = CardWire.extend({
  short_description: text,
  description: text,
  seo_title: text,
  meta_keywords: text,
  meta_description: text,
  url_key_locales: KeysByLang,
  main: flag,
  variant_attributes: AttributesWire,
  variant_selector: list(z.object({ name: z.string().min(1) })),
  categories: list(z.object({ id, name: text, url_key: text, level: number })),
  links: maybe(LinksWire),
  medias: list(MediaWire),
  link_info: text,
  link_notice: text,
  link_video: text,
  manufacturer: maybe(z.object({ name: text })),
  supplier_name: text,
  code_amm: text,
  code_cti: text,
  best_before_date: day,
  create_date: day,
  dimensional_unit: text,
  unit_in_shrink_wrap: number,
  indicated_price: maybe(euros),
  packaging_ids: list(
    z.object({ name: text, qty: number, barcode: code, is_unit: flag, can_be_sold: flag }),
  ),
  structured_attributes: list(
    z.object({
      group_name: text,
      fields: list(z.object({ name: z.string().min(1), type: text, value: AttributeValue })),
    }),
  ),
  species_option_ids: options,
  animal_size_option_ids: options,
  age_option_ids: options,
  food_range_option_ids: options,
  indication_option_ids: options,
  administration_route_option_ids: options,
  active_principle_option_ids: options,
  presentation_option_ids: options,
  color_option_ids: options,
  size_option_ids: options,
  veterinary_groups: list(z.object({ id, name: z.string().min(1), color: text, sequence: number })),
  loyalty_rules: list(z.object({ id, program_id: number, time_frame: timeFrame })),
});
export type ProductWire = z.infer<typeof ProductWire>;
