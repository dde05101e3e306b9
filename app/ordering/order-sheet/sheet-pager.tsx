import { useShop } from '~/base/page/shop';
import { Pager } from '~/base/ui/page/pager';
import { rowsPerPage, type SheetPosition } from './sheet-pages';

/** Pager for long lists; renders nothing for short ones. Preserves the other parameters of the address. */
export function SheetPager({
  position: { page, pageCount, from, total },
  form,
}: {
  position: SheetPosition;
  /** Id of the form whose input the links carry along. */
  form?: string | undefined;
}) {
  const { here } = useShop();
  if (pageCount < 2) return null;
  const [path = '', search] = here.split('?');
  const addressOf = (to: number): string => {
    const params = [...new URLSearchParams(search)].filter(([name]) => name !== 'page');
    const query = [...params, ...(to > 1 ? [['page', String(to)]] : [])]
      .map(([name = '', value = '']) => (value === '' ? name : `${name}=${value}`))
      .join('&');
    return query === '' ? path : `${path}?${query}`;
  };
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
      href={({ page: to = 1 }) => addressOf(to)}
    />
  );
}
