import { OrderSheet } from '~/features/order-sheet/order-sheet';
import { useOrderRows } from '~/features/order-sheet/order-rows';
import { SheetNotice } from '~/features/order-sheet/sheet-fields';
import type { ProductCard } from '~/features/catalogue/product';
import type { Block } from '~/page/optional';
import { useShop } from '~/page/shop';
import { Empty } from '~/ui/notice';
import { Segments } from '~/ui/page/segments';
import { mostOrderedFilters, type MostOrderedFilter } from './statistics';

export interface MostOrdered {
  filter: MostOrderedFilter;
  cards: Block<readonly ProductCard[]>;
}

const id = 'most-ordered';

/** What this customer orders most, as an order sheet with its filter (ACC-01, SRCH-06). */
export function MostOrderedSheet({
  most,
  inCart,
  token,
}: {
  most: MostOrdered;
  inCart: ReadonlyMap<number, number>;
  token: string;
}) {
  const { t, here } = useShop();
  const cards = most.cards.ok ? most.cards.value : [];
  const rows = useOrderRows(cards, inCart);
  const [path = ''] = here.split('?');
  const filter = (
    <Segments
      label={t('home:most.filter')}
      items={mostOrderedFilters.map((one) => ({
        href: one === 'all' ? `${path}#${id}` : `${path}?most=${one}#${id}`,
        text: t(`home:most.${one}`),
        current: one === most.filter,
      }))}
    />
  );
  if (rows.length > 0) {
    return (
      <>
        <SheetNotice />
        <OrderSheet rows={rows} token={token} title={t('home:most.title')} note={filter} id={id} />
      </>
    );
  }
  return (
    <section className="sheet sub" id={id}>
      <div className="sheet-tools">
        <h2>{t('home:most.title')}</h2>
        {filter}
      </div>
      <Empty
        icon={most.cards.ok ? 'list' : 'alert'}
        title={t(most.cards.ok ? 'home:most.none' : 'home:most.unavailable')}
      />
    </section>
  );
}
