import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import type { ProductCard } from '~/features/catalogue/product';
import { State } from '~/ui/state';
import { Table } from '~/ui/table';
import type { Order, OrderLine } from '../order';
import { backorderedLines, productLines } from '../order';

export interface ShownLine {
  line: OrderLine;
  /** Null when the catalogue does not know the product any more, or cannot be asked. */
  card: ProductCard | null;
}

/** Name in the customer's language with a link, codes below it. */
function Product({ line, card }: ShownLine) {
  const { locale } = useShop();
  const sku = card?.sku ?? line.sku;
  const name = (line.isReward ? null : card?.name) ?? line.name;
  const codes = [sku ? `SKU ${sku}` : null, card?.cnk ? `CNK ${card.cnk}` : null].filter(Boolean);
  return (
    <>
      {card?.urlKey ? (
        <a href={links.product(locale, card.urlKey, card.sku ?? undefined)}>{name}</a>
      ) : (
        name
      )}
      {codes.length > 0 ? <span className="d">{codes.join(' · ')}</span> : null}
    </>
  );
}

function Count({ label, value, open = false }: { label: string; value: number; open?: boolean }) {
  const { formats } = useShop();
  if (value <= 0) {
    return (
      <td className="num nil" data-label={label}>
        –
      </td>
    );
  }
  return (
    <td className="num" data-label={label}>
      {open ? <State state="pending">{formats.number(value)}</State> : formats.number(value)}
    </td>
  );
}

function Row({ shown, delivers }: { shown: ShownLine; delivers: boolean }) {
  const { t, formats } = useShop();
  const { line } = shown;
  const label = (name: 'ordered' | 'delivered' | 'open' | 'unavailable' | 'cancelled') =>
    t(`orders:lines.${name}`);
  return (
    <tr>
      <th scope="row">
        <Product {...shown} />
      </th>
      <td className="num" data-label={label('ordered')}>
        {formats.number(line.quantity)}
      </td>
      {delivers ? (
        <>
          <td className="num" data-label={label('delivered')}>
            {line.delivered === null ? '–' : formats.number(line.delivered)}
          </td>
          <Count label={label('open')} value={line.open ?? 0} open />
        </>
      ) : null}
      <Count label={label('unavailable')} value={line.unavailable} />
      <Count label={label('cancelled')} value={line.cancelled} />
      <td className="num" data-label={t('orders:lines.price')}>
        {line.netPrice === null ? '–' : formats.money(line.netPrice)}
      </td>
      <td className="num" data-label={t('orders:lines.amount')}>
        <b>{line.amount === null ? '–' : formats.money(line.amount)}</b>
      </td>
    </tr>
  );
}

export function OrderLines({ order, lines }: { order: Order; lines: readonly ShownLine[] }) {
  const { t } = useShop();
  const delivers = order.lines.some(({ delivered }) => delivered !== null);
  const backordered = backorderedLines(order);
  return (
    <div className="sheet">
      <div className="sheet-tools">
        <h2>{t('orders:lines.title')}</h2>
        <span className="muted">
          {t('orders:lines.count', { count: productLines(order).length })}
          {backordered > 0 ? `, ${t('orders:lines.backordered', { count: backordered })}` : ''}
        </span>
      </div>
      <Table
        dense
        caption={t('orders:lines.caption')}
        heads={[
          t('orders:lines.product'),
          { text: t('orders:lines.ordered'), num: true },
          delivers ? { text: t('orders:lines.delivered'), num: true } : null,
          delivers ? { text: t('orders:lines.open'), num: true } : null,
          { text: t('orders:lines.unavailable'), num: true },
          { text: t('orders:lines.cancelled'), num: true },
          { text: t('orders:lines.price'), num: true },
          { text: t('orders:lines.amount'), num: true },
        ]}
      >
        {lines.map((shown, position) => (
          <Row key={position} shown={shown} delivers={delivers} />
        ))}
      </Table>
    </div>
  );
}
