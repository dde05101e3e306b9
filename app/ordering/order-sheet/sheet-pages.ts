/** Number of rows per page of a long sheet. */
export const rowsPerPage = 100;

export interface SheetPosition {
  page: number;
  pageCount: number;
  /** Number of rows on the pages before this one. */
  from: number;
  total: number;
}

/** The rows of the page that the address names, or of the first page when it names no valid one. */
export function sheetPage<Row>(
  { searchParams }: URL,
  rows: readonly Row[],
): { position: SheetPosition; lines: readonly Row[] } {
  const total = rows.length;
  const pageCount = Math.max(1, Math.ceil(total / rowsPerPage));
  const asked = Number(searchParams.get('page') ?? '1');
  const page = Number.isInteger(asked) && asked >= 1 && asked <= pageCount ? asked : 1;
  const from = (page - 1) * rowsPerPage;
  return {
    position: { page, pageCount, from, total },
    lines: rows.slice(from, from + rowsPerPage),
  };
}
