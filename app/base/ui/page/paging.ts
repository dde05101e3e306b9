/** Page and page size of account lists, in the address, so that Back, links and bookmarks work. */
export const pageSizes = [10, 20, 50] as const;
const defaultSize = 10;
const maxPage = 10_000;

export interface Paging {
  /** Page number, from 1. */
  page: number;
  size: number;
}

/** Parses page number and page size from the query; invalid values fall back to the defaults. */
export function readPaging(params: URLSearchParams, sizeName = 'size'): Paging {
  const page = Number(params.get('page') ?? '1');
  const size = Number(params.get(sizeName) ?? defaultSize);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((one) => one === size) ?? defaultSize,
  };
}

/** One page of rows that are all in memory, and its position; a page past the end becomes the last page. */
export function pageOf<Row>(rows: readonly Row[], { page, size }: Paging) {
  const pageCount = Math.max(1, Math.ceil(rows.length / size));
  const current = Math.min(pageCount, page);
  const from = (current - 1) * size;
  const items = rows.slice(from, from + size);
  const place = { page: current, pageCount, from: from + 1, to: from + items.length };
  return { items, total: rows.length, size, sizes: pageSizes, ...place };
}

/** `path` with its filters and this page; default values are omitted. */
export function pagedAddress(path: string, filters: URLSearchParams, paging: Paging): string {
  const params = new URLSearchParams(filters);
  if (paging.size !== defaultSize) params.set('size', String(paging.size));
  if (paging.page > 1) params.set('page', String(paging.page));
  const text = params.toString();
  return path + (text === '' ? '' : `?${text}`);
}
