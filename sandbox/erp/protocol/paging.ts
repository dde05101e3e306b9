/** The two paging envelopes of contract/erp.md section 4, and their query parameters. */
import { z } from 'zod';
import { intFrom, read } from './fields';
import { json, type ErpResponse } from './exchange';

const Page = z.object({
  page: intFrom(1).optional(),
  page_size: intFrom(1).optional(),
  per_page: intFrom(1).optional(),
});

interface Slice {
  offset: number;
  limit: number;
}

interface PageQuery {
  /** The query parameters; of a repeated one, the last value. */
  values: Record<string, string>;
  /** Accepts only `page_size`: the published modules do not know its alias. */
  pageSizeOnly?: boolean;
}

export function readSlice(query: PageQuery, defaultSize: number): Slice {
  const known = { ...query.values };
  if (query.pageSizeOnly) delete known['per_page'];
  const { page = 1, page_size, per_page } = read(Page, known, 'query');
  const limit = per_page ?? page_size ?? defaultSize;
  return { offset: (page - 1) * limit, limit };
}

export function cut<T>(items: readonly T[], slice: Slice): T[] {
  return items.slice(slice.offset, slice.offset + slice.limit);
}

/** Envelope A. `total` is a deprecated copy of `count` that the published modules do not send. */
export function countItems(count: number, items: unknown[], withTotal: boolean): ErpResponse {
  return json(200, withTotal ? { count, items, total: count } : { count, items });
}

/** Envelope B: `size` and `data`. */
export function sizeData(size: number, data: unknown[], status = 200): ErpResponse {
  return json(status, { size, data });
}
