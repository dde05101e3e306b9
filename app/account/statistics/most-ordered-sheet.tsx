import { OrderSheet, type SheetPlace } from '~/ordering/order-sheet/order-sheet';
import { useOrderRows } from '~/ordering/order-sheet/order-rows';
import { SheetNotice } from '~/ordering/order-sheet/sheet-fields';
import type { ProductCard } from '~/catalogue/products/product';
import type { Block } from '~/base/page/optional';
import { useShop } from '~/base/page/shop';
import { Empty } from '~/base/ui/notice';
import { ListPager } from '~/base/ui/page/pager';
import type { Paging } from '~/base/ui/page/paging';
import { Segments } from '~/base/ui/page/segments';
import { mostOrderedFilters, type MostOrderedFilter, type OrderedProduct } from './statistics';

/** A page of the most ordered products; those that have left the catalogue are counted but not shown. */
export interface MostOrderedCards {
  total: number;
  /** How many products the ERP listed for this page. */
  listed: number;
  rows: readonly { card: ProductCard; ordered: OrderedProduct }[];
}

export interface MostOrdered {
  filter: MostOrderedFilter;
  /** Page number and page size; null shows the first products only, without a pager. */
  paging: Paging | null;
  cards: Block<MostOrderedCards>;
}

const id = 'most-ordered';

/** The customer's most ordered products, as an order sheet with a filter (ACC-01, SRCH-06). */
export function MostOrderedSheet({
  most,
  inCart,
  formId = id,
  within,
}: {
  most: MostOrdered;
  inCart: ReadonlyMap<number, number>;
  /** Id of the form that the sheet is part of; by default the sheet has a form of its own. */
  formId?: string | undefined;
  within?: SheetPlace | undefined;
}) {
  const { t, formats } = useShop();
  const found = most.cards.ok ? most.cards.value.rows : [];
  const base = useOrderRows(
    found.map(({ card }) => card),
    inCart,
    undefined,
    within?.above,
  );
  const rows = base.map((row, position) => {
    const ordered = found[position]?.ordered;
    if (!ordered || ordered.count === 0) return row;
    const times = t('home:most.times', { count: ordered.count });
    const last = ordered.lastOn ? t('home:most.last', { day: formats.day(ordered.lastOn) }) : '';
    return { ...row, note: [times, last].filter(Boolean).join(', ') };
  });
  if (rows.length > 0) {
    const form = rows.some(({ card }) => card.orderable.ok) ? formId : undefined;
    return (
      <>
        <SheetNotice />
        <OrderSheet
          rows={rows}
          title={t('home:most.title')}
          note={<Filter most={most} form={form} />}
          id={id}
          keeps=""
          within={within}
        />
        <Pages most={most} form={form} />
      </>
    );
  }
  return (
    <section className="sheet sub" id={id}>
      <div className="sheet-tools">
        <h2>{t('home:most.title')}</h2>
        <Filter most={most} />
      </div>
      <Empty
        icon={most.cards.ok ? 'list' : 'alert'}
        title={t(most.cards.ok ? 'home:most.none' : 'home:most.unavailable')}
      />
    </section>
  );
}

function useMostAddress(): (filter: MostOrderedFilter, page?: number) => string {
  const { here } = useShop();
  const [path = ''] = here.split('?');
  return (filter, page = 1) => {
    const params = new URLSearchParams();
    if (filter !== 'all') params.set('most', filter);
    if (page > 1) params.set('page', String(page));
    const query = params.toString();
    return `${path}${query === '' ? '' : `?${query}`}#${id}`;
  };
}

interface ListProps {
  most: MostOrdered;
  /** Id of the sheet's form, whose quantities the links submit. */
  form?: string | undefined;
}

function Filter({ most, form }: ListProps) {
  const { t } = useShop();
  const address = useMostAddress();
  return (
    <Segments
      label={t('home:most.filter')}
      form={form}
      items={mostOrderedFilters.map((one) => ({
        href: address(one),
        text: t(`home:most.${one}`),
        current: one === most.filter,
      }))}
    />
  );
}

function Pages({ most: { filter, paging, cards }, form }: ListProps) {
  const address = useMostAddress();
  if (paging === null || !cards.ok || cards.value.total <= paging.size) return null;
  const { total, listed } = cards.value;
  return (
    <ListPager
      paging={paging}
      shown={listed}
      total={total}
      sizes={[paging.size]}
      address={({ page }) => address(filter, page)}
      form={form}
    />
  );
}
