/**
 * Schemas of documents in the banner and advertisement indices (contract/search.md 1.6, 1.7); `npm run index` checks
 * them.
 */
import { z } from 'zod';
import { maybe, number, text } from '~/base/erp/wire-fields.server';

/** Start and end as stored in the index document: a null or missing bound is open (3.22). */
const bounds = { date_start: z.unknown().optional(), date_end: z.unknown().optional() };

export const BannerWire = z.object({ id: z.int(), html: text, type: text, ...bounds });
export const AdvertisementWire = z.object({
  id: z.int(),
  name: z.string().min(1),
  display_slot: text,
  display_time: number,
  file_url: text,
  site_url: text,
  image: maybe(z.object({ src: z.url({ protocol: /^https?$/ }), alt: text })),
  ...bounds,
});
