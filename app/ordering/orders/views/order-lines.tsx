import { isDeduction } from '~/ordering/cart/cart';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { UnitPrice } from '~/base/kernel/money';
import type { Price } from '~/catalogue/pricing/pricing';
import { reductionPercent } from '~/catalogue/pricing/reduction';
import type { ProductCard } from '~/catalogue/products/product';
import { belowName } from '~/catalogue/products/rows/below-name';
import { FreeWith, Reduced } from '~/catalogue/products/rows/product-price';
import { State } from '~/base/ui/state';
import { Table } from '~/base/ui/table';
import { keepTogether } from '~/base/ui/unbroken';
import type { Order, OrderLine } from '../order';
import type { FreeGoods } from './free-goods';
import { backordered, holdsCancelled, productLines } from '../order';

export interface ShownLine {
  line: OrderLine;
  /** null when the catalogue does not contain the product or is unavailable. */
  card: ProductCard | null;
  /** Pieces with a requested cancellation that the ERP has not carried out yet. */
  asked: number;
}

interface Placed {
  order: Order;
  /** Free pieces from the promotion of a line. */
  free: readonly FreeGoods[];
}

/**
 * Product name in the customer's language with a link to its page; below it the codes, and any backorder or pending
 * cancellation.
 */
function Product({ line, card, asked, order, free }: ShownLine & Placed) {
  const { t, locale } = useShop();
  const short = backordered(order, line);
  const sku = card?.sku ?? line.sku;
  const name = keepTogether((line.isReward ? null : card?.name) ?? line.name);
  const about = belowName(line.isReward ? null : card, sku);
  const comesWith = free.find(
    ({ productId, quantity }) => productId === line.productId && quantity === line.quantity,
  );
  return (
    <>
      {card?.urlKey ? (
        <a href={links.product(locale, card.urlKey, card.sku ?? undefined)}>{name}</a>
      ) : (
        name
      )}
      {about || short > 0 ? (
        <span className="d">
          {about}
          {/* A separating dot could end up at the start of a wrapped line, so only the icon of the state separates it
             from the codes. */}
          {short > 0 ? (
            <>
              {' '}
              <State state="pending">
                {t(card?.isMadeToOrder ? 'orders:lines.made' : 'orders:lines.short', {
                  count: short,
                })}
              </State>
            </>
          ) : null}
        </span>
      ) : null}
      {asked > 0 ? <Cancelling words="cancelAsked" count={asked} /> : null}
      {order.state !== 'cancelled' && holdsCancelled(line) ? (
        <Cancelling words="cancelledIn" count={line.cancelled} />
      ) : null}
      {comesWith && !line.isReward ? <FreeWith {...comesWith} ordered /> : null}
    </>
  );
}

function Cancelling({ words, count }: { words: 'cancelAsked' | 'cancelledIn'; count: number }) {
  const { t } = useShop();
  return <span className="d">{t(`orders:lines.${words}`, { count })}</span>;
}

const counts = ['delivered', 'open', 'cancelled'] as const;
type CountName = (typeof counts)[number];

/** The columns of counts in which any line has a value; the other columns are left out (ORD-01). */
function filledCounts({ lines }: Order): readonly CountName[] {
  const filled = counts.filter((name) => lines.some((line) => (line[name] ?? 0) > 0));
  // Before the first delivery, the open pieces equal the ordered ones.
  return filled.includes('delivered') ? filled : filled.filter((name) => name !== 'open');
}

function Count({ name, line }: { name: CountName; line: OrderLine }) {
  const { t, formats } = useShop();
  const value = line[name] ?? 0;
  if (value <= 0) return <td className="num nil">–</td>;
  return (
    <td className="num" data-label={t(`orders:lines.${name}`)}>
      {name === 'open' ? (
        <State state="pending">{formats.number(value)}</State>
      ) : (
        formats.number(value)
      )}
    </td>
  );
}

/**
 * Discount rate of a line for which the ERP reports only prices: the rate of the product card if it leads to these
 * prices, else a computed one.
 */
const percentOf = (
  unitPrice: UnitPrice,
  netPrice: UnitPrice,
  price: Price | null | undefined,
): number =>
  reductionPercent(
    unitPrice,
    netPrice,
    price ? [price, ...price.tiers].map(({ percent }) => percent) : [],
  );

/** Net price with the price before discount next to it. On the printed page, only the totals show the discount. */
export function EachPrice({ line, card }: Pick<ShownLine, 'line' | 'card'>) {
  const { unitPrice, netPrice } = line;
  const { formats } = useShop();
  if (netPrice === null) return '–';
  if (unitPrice === null || !line.isDiscounted) return formats.price(netPrice);
  const percent = line.percent ?? percentOf(unitPrice, netPrice, card?.price);
  return (
    <>
      {formats.price(netPrice)}{' '}
      <span className="no-print">
        <Reduced price={{ gross: unitPrice, net: netPrice, percent }} />
      </span>
    </>
  );
}

function Row({
  shown,
  columns,
  ...placed
}: Placed & { shown: ShownLine; columns: readonly CountName[] }) {
  const { formats } = useShop();
  const { line } = shown;
  const isBare = isDeduction(line);
  return (
    <tr>
      <th scope="row">
        <Product {...shown} {...placed} />
      </th>
      <td className="num x">{isBare ? '' : formats.number(line.quantity)}</td>
      {columns.map((name) => (
        <Count key={name} name={name} line={line} />
      ))}
      <td className="num each">{isBare ? '' : <EachPrice {...shown} />}</td>
      <td className="num sum">
        <b>{line.amount === null ? '–' : formats.money(line.amount)}</b>
      </td>
    </tr>
  );
}

export function OrderLines({ lines, ...placed }: Placed & { lines: readonly ShownLine[] }) {
  const { t } = useShop();
  const { order } = placed;
  const columns = filledCounts(order);
  // Made-to-order products are always still to arrive, so they do not count as short.
  const shortLines = lines.filter(
    ({ line, card }) => !card?.isMadeToOrder && backordered(order, line) > 0,
  ).length;
  return (
    <div className="sheet">
      <div className="sheet-tools">
        <h2>{t('orders:lines.title')}</h2>
        <span className="muted">
          {t('orders:lines.count', { count: productLines(order).length })}
          {shortLines > 0 ? `, ${t('orders:lines.backordered', { count: shortLines })}` : ''}
        </span>
      </div>
      <Table
        shape="calc"
        caption={t('orders:lines.caption')}
        heads={[
          t('orders:lines.product'),
          { text: t('orders:lines.ordered'), num: true },
          ...columns.map((name) => ({ text: t(`orders:lines.${name}`), num: true })),
          { text: t('orders:lines.price'), num: true },
          { text: t('orders:lines.amount'), num: true },
        ]}
      >
        {lines.map((shown, position) => (
          <Row key={position} shown={shown} columns={columns} {...placed} />
        ))}
      </Table>
    </div>
  );
}
