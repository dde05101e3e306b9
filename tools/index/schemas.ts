/**
 * Schemas that validate documents: the shop's own parsers of each index, extended by fields that only the search engine
 * reads (filters, sorting, validity).
 */
import { z } from 'zod';
import { CategoryWire } from '~/catalogue/products/category/category-wire.server';
import { ProductWire } from '~/catalogue/products/wire/product-wire.server';
import { AdvertisementWire, BannerWire } from '~/content/articles/announcement-wire.server';
import { ProgramWire } from '~/catalogue/products/rebates.server';
import { code, day, flag, list, number, text, texts } from '~/base/erp/wire-fields.server';
import { dayFrom } from '~/base/kernel/wire-date';
import type { IndexName } from '../../sandbox/world';

/**
 * The shop cannot link to a document without a key, or with a key that browsers normalise: `/lead`, `x/`, `a//b` and
 * `a/../c` would all be requested at another address.
 */
const urlKey = z
  .string()
  .trim()
  .min(1)
  .refine((key) => key.split('/').every((part) => !/^\.{0,2}$/.test(part)), {
    error: 'expected no slash at either end, no empty part, no part of dots',
  });
const date = z
  .string()
  .refine((text) => dayFrom(text) !== null, { error: 'expected a date such as 2026-07-31' });
const vector = z.array(z.number()).min(1).nullish();

export const documentSchemas: Readonly<Record<IndexName, z.ZodObject>> = {
  products: ProductWire.extend({
    url_key: urlKey,
    redirect_url_key: texts,
    specials: list(z.object({ sequence: number, date_start: day, date_end: day })),
    net_prices: list(
      z.object({
        gross: code,
        discount: code,
        offers: flag,
        value: z.number().nonnegative(),
        date_start: day,
        date_end: day,
      }),
    ),
    supplier_id: number,
    characteristics_vector: vector,
    description_vector: vector,
  }),
  categories: CategoryWire.extend({
    url_key: urlKey,
    name: z.string().trim().min(1),
    level: z.int().nonnegative(),
    redirect_url_key: texts,
  }),
  info_banners: BannerWire.extend({
    html: z.string().min(1),
    date_start: day,
    date_end: day,
    type: text,
    visibility: text,
  }),
  advertisements: AdvertisementWire.extend({
    date_start: day,
    date_end: day,
    file_url: text,
    site_url: text,
  }),
  // A program without both dates is never valid (contract/search.md 1.3).
  loyalty_programs: ProgramWire.extend({
    name: z.string().trim().min(1),
    date_from: date,
    date_to: date,
  }),
};

/** Indices without which the shop has nothing to display. */
export const neverEmpty: readonly IndexName[] = ['products', 'categories'];
