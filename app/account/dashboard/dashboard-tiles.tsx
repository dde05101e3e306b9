import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { nextTier, pointsMissing, type RebateCard } from './rebate-card';
import type { DashboardView } from './dashboard.server';

/**
 * Up to four numbers that need the customer's attention, each a link to its page. A number that the ERP does not
 * provide has no tile (ACC-01).
 */
export function DashboardTiles({
  view,
  awaiting,
}: {
  view: DashboardView;
  /** Number of quotations that wait for the customer's approval; null when the ERP does not report it. */
  awaiting: number | null;
}) {
  const { t, locale, formats } = useShop();
  const { openOrders, onOrder, rebate } = view;
  const card = rebate.ok ? rebate.value : null;
  if (!openOrders && !onOrder && awaiting === null && !card) return null;
  return (
    <ul className="stats" id="tiles" aria-label={t('account:tiles.title')}>
      {openOrders ? (
        <Tile
          href={links.orders(locale)}
          value={formats.number(openOrders.count)}
          name={t('account:tiles.orders', { count: openOrders.count })}
        >
          {openOrders.newest
            ? t('account:tiles.newest', { day: formats.day(openOrders.newest) })
            : null}
        </Tile>
      ) : null}
      {onOrder ? (
        <Tile
          href={links.productsOnOrder(locale)}
          value={formats.number(onOrder.total)}
          name={t('account:tiles.onOrder', { count: onOrder.total })}
        >
          <Waiting list={onOrder} />
        </Tile>
      ) : null}
      {awaiting === null ? null : (
        <Tile
          href={links.quotations(locale)}
          value={formats.number(awaiting)}
          name={t('account:tiles.quotations', { count: awaiting })}
        />
      )}
      {card ? <RebateTile card={card} /> : null}
    </ul>
  );
}

function Tile({
  href,
  value,
  name,
  children,
}: {
  href: string;
  value: string;
  name: string;
  children?: ReactNode;
}) {
  return (
    <li>
      <a href={href}>
        <span className="points">{value}</span> <b>{name}</b> {children}
      </a>
    </li>
  );
}

/**
 * Number of order lines that are out of stock, and of made-to-order lines; together they are the lines that the list's
 * filter selects. Displayed only when the whole list is loaded. Made-to-order lines are always outstanding, so they do
 * not also count as out of stock.
 */
function Waiting({ list }: { list: NonNullable<DashboardView['onOrder']> }) {
  const { t } = useShop();
  if (list.items.length < list.total) return null;
  const short = list.items.filter(
    ({ inBackorder, isMadeToOrder }) => inBackorder > 0 && !isMadeToOrder,
  ).length;
  const made = list.items.filter(({ isMadeToOrder }) => isMadeToOrder).length;
  return [
    short > 0 ? t('account:tiles.short', { count: short }) : '',
    made > 0 ? t('account:tiles.made', { count: made }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Points that are missing for the next tier; once the best tier is reached, the number of points. */
function RebateTile({ card }: { card: RebateCard }) {
  const { t, formats } = useShop();
  const missing = pointsMissing(card);
  const next = nextTier(card);
  const name =
    missing === 0
      ? t('account:rebate.points', { count: Math.floor(card.points) })
      : next
        ? t('account:tiles.points', { count: missing, percent: formats.percent(next.percent) })
        : t('account:tiles.pointsMaximum', { count: missing });
  return (
    <Tile
      href="#rebate"
      value={formats.number(missing === 0 ? Math.floor(card.points) : missing)}
      name={name}
    >
      {t('account:tiles.acquired', { amount: formats.money(card.acquired) })}
    </Tile>
  );
}
