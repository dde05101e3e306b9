import { Pager } from '~/ui/page/pager';
import { rowsPerPage } from '../wishlist';

export interface ListPosition {
  page: number;
  pageCount: number;
  /** Rows before this page. */
  from: number;
  total: number;
}

/** Long lists have pages; short ones say nothing of it. */
export function ListPager({
  position,
  address,
  paper = false,
  form,
}: {
  position: ListPosition;
  address: string;
  /** Its pages are those of the paper list. */
  paper?: boolean;
  /** Whose fields its links take along. */
  form?: string | undefined;
}) {
  const { page, pageCount, from, total } = position;
  if (pageCount < 2) return null;
  return (
    <Pager
      page={page}
      pageCount={pageCount}
      from={from + 1}
      to={Math.min(total, from + rowsPerPage)}
      total={total}
      size={rowsPerPage}
      sizes={[]}
      form={form}
      href={({ page: to = 1 }) => {
        const query = [paper ? 'paper' : null, to > 1 ? `page=${to}` : null].filter(Boolean);
        return query.length > 0 ? `${address}?${query.join('&')}` : address;
      }}
    />
  );
}
