/** Page and page size of the account's lists: they are in the address, so Back, links and bookmarks work. */
export const pageSizes = [10, 20, 50] as const;
const defaultSize = 10;
const maxPage = 10_000;

export interface Paging {
  /** Counted from one. */
  page: number;
  size: number;
}

/** What the address asks for; what it cannot mean is its default. */
export function readPaging(params: URLSearchParams, sizeName = 'size'): Paging {
  const page = Number(params.get('page') ?? '1');
  const size = Number(params.get(sizeName) ?? defaultSize);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((one) => one === size) ?? defaultSize,
  };
}

/** One page of rows that are all at hand, and its place among them; past the end is the last page. */
export function pageOf<Row>(rows: readonly Row[], { page, size }: Paging) {
  const pageCount = Math.max(1, Math.ceil(rows.length / size));
  const current = Math.min(pageCount, page);
  const from = (current - 1) * size;
  const items = rows.slice(from, from + size);
  const place = { page: current, pageCount, from: from + 1, to: from + items.length };
  return { items, total: rows.length, size, sizes: pageSizes, ...place };
}

/** `path` with its filters and this page; defaults are left out. */
export function pagedAddress(path: string, filters: URLSearchParams, paging: Paging): string {
  const params = new URLSearchParams(filters);
  if (paging.size !== defaultSize) params.set('size', String(paging.size));
  if (paging.page > 1) params.set('page', String(paging.page));
  const text = params.toString();
  return path + (text === '' ? '' : `?${text}`);
}
