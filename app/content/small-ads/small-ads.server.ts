/**
 * Reads classified ads (contract/erp.md 6.15, 16.1). Every response is a list, even for a single ad.
 *
 * Only the owner receives `state` and `rejection_reason`, by which the shop recognises the customer's own ads. For
 * another customer's unpublished ad the ERP responds 403, which the shop turns into 404. The search of ads accepts
 * `page_size`, the list of the customer's own ads `per_page`.
 */
import { z } from 'zod';
import { findRecord, listRecords } from '~/base/erp/calls.server';
import { count, day, readable } from '~/base/erp/wire-fields.server';
import type { CustomerRequest } from '~/base/page/page';
import { adCategories, adStates, regions, type SmallAd } from './small-ad';
import type { OwnQuery, PublishedQuery } from './small-ads-list';

type Page = Pick<CustomerRequest, 'context'>;

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? '');

const AdWire = z
  .object({
    id: z.int().positive(),
    name: text,
    body: text,
    category: z.enum(adCategories).nullable().catch(null),
    date_start: day,
    date_end: day,
    phone: text,
    contact: text,
    email: text,
    country_state: z
      .object({ code: z.enum(regions).nullable().catch(null) })
      .nullable()
      .catch(null),
    file: z
      .object({ url: z.string().min(1), name: text })
      .nullable()
      .catch(null),
    state: z.string().nullish().catch(null),
    rejection_reason: text,
  })
  .transform((wire): SmallAd => ({
    id: wire.id,
    title: wire.name,
    text: wire.body.replace(/\r\n?/g, '\n'),
    category: wire.category,
    region: wire.country_state?.code ?? null,
    start: wire.date_start,
    end: wire.date_end,
    contact: wire.contact,
    phone: wire.phone,
    email: wire.email,
    document: wire.file && { name: wire.file.name, at: wire.file.url },
    own: typeof wire.state === 'string',
    state: adStates.find((one) => one === wire.state) ?? null,
    rejection: wire.rejection_reason.trim() || null,
  }));

/** Schema of every response, a list of ads; an ad that cannot be parsed is omitted. */
export const AdsWire = z.object({
  size: count.catch(0),
  data: readable(AdWire),
});

interface AdList {
  total: number;
  items: readonly SmallAd[];
}

async function list(
  { context }: Page,
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<AdList | null> {
  const found = await listRecords(context, { path, query }, AdsWire, { size: 0, data: [] });
  return found && { total: found.size, items: found.data };
}

/** All published ads whose first and last day include today; null when this ERP has no ads. */
export const listPublished = (page: Page, query: PublishedQuery): Promise<AdList | null> =>
  list(page, 'classified_ads/search', {
    page: query.page,
    page_size: query.size,
    category: query.category ?? undefined,
    region: query.region ?? undefined,
  });

/** The customer's own ads; null when this ERP has no ads. */
export const listOwn = (page: Page, query: Omit<OwnQuery, 'kind'>): Promise<AdList | null> =>
  list(page, 'classified_ads/my_classified_ads', {
    page: query.page,
    per_page: query.size,
    state: query.state ?? undefined,
  });

/** One ad; null when this customer can see no such ad. */
export async function findAd({ context }: Page, id: number): Promise<SmallAd | null> {
  const found = await findRecord(context, { path: 'classified_ads/{id}', params: { id } }, AdsWire);
  return found?.data[0] ?? null;
}
