import { useCardHref } from '~/catalogue/products/rows/product-card-row';
import type { ProductCard } from '~/catalogue/products/product';
import { belowName } from '~/catalogue/products/rows/below-name';
import { FreeWith } from '~/catalogue/products/rows/product-price';
import type { OrderLine } from '~/ordering/orders/order';
import { EachPrice } from '~/ordering/orders/views/order-lines';
import type { FreePieces } from '~/catalogue/pricing/pricing';
import { useShop } from '~/base/page/shop';
import { NumberField, type FieldState } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';
import { Table } from '~/base/ui/table';
import { keepTogether } from '~/base/ui/unbroken';
import { isOnRequest } from '../quotation';

export interface ShownLine {
  line: OrderLine;
  /** Catalogue data of the product; null when it has left the catalogue, or the catalogue is unavailable. */
  card: ProductCard | null;
  /** Free pieces of a current promotion; null without one, and when the ERP has added the free pieces as lines. */
  free: FreePieces | null;
}

/** The fields of a draft's lines; null when the lines are read-only. */
interface LineFields {
  quantityOf: (line: OrderLine) => FieldState;
}

function Linked({ card }: { card: ProductCard }) {
  const href = useCardHref(card);
  const name = keepTogether(card.name);
  return href ? <a href={href}>{name}</a> : name;
}

function Quantity({ shown, fields }: { shown: ShownLine; fields: LineFields | null }) {
  const { t, formats } = useShop();
  const { line, card } = shown;
  if (!fields || line.isReward) return formats.number(line.quantity);
  const label = t('quotations:lines.quantityOf', { name: card?.name ?? line.name });
  return <NumberField field={fields.quantityOf(line)} label={label} />;
}

/** The price of a line; for a zero price that comes with the offer, or is on request, a text instead. */
function Price({
  shown: { line, card },
  of,
  later,
}: {
  shown: ShownLine;
  of: 'netPrice' | 'amount';
  later: boolean;
}) {
  const { t, formats } = useShop();
  const amount = line[of];
  const comesLater = later && !line.amount && !line.netPrice;
  const unpriced = comesLater ? 'quotations:lines.later' : 'catalogue:price.onRequest';
  if (comesLater || isOnRequest(line))
    // The text about the missing price is shown once, in the price column.
    return of === 'amount' ? '–' : <span className="muted">{t(unpriced)}</span>;
  if (of === 'netPrice' && !line.isReward) return <EachPrice line={line} card={card} />;
  return amount === null ? '–' : formats.price(amount);
}

function Row({
  shown,
  fields,
  later,
}: {
  shown: ShownLine;
  fields: LineFields | null;
  later: boolean;
}) {
  const { t } = useShop();
  const { line, card, free } = shown;
  const about = belowName(line.isReward ? null : card, card?.sku ?? line.sku);
  const name = card?.name ?? line.name;
  return (
    <tr>
      <th scope="row">
        {card && !line.isReward ? <Linked card={card} /> : line.name}
        {about ? <span className="d">{about}</span> : null}
        {card?.isMadeToOrder && !line.isReward ? (
          <span className="tag">{t('catalogue:flag.madeToOrder.name')}</span>
        ) : null}
        {free ? <FreeWith pieces={free} quantity={line.quantity} ordered={!fields} dated /> : null}
      </th>
      <td className="num x" data-label={t('quotations:lines.quantity')}>
        <Quantity shown={shown} fields={fields} />
      </td>
      <td className="num each" data-label={t('quotations:lines.price')}>
        <Price shown={shown} of="netPrice" later={later} />
      </td>
      <td className="num sum" data-label={t('quotations:lines.amount')}>
        <b>
          <Price shown={shown} of="amount" later={later} />
        </b>
      </td>
      {fields ? (
        <td className="num no-print bin">
          {line.isReward ? null : (
            <button className="btn plain icon" type="submit" name={`x.${line.id}`} value="on">
              <Icon name="trash" />
              <span className="vh">{t('quotations:lines.removeOf', { name })}</span>
            </button>
          )}
        </td>
      ) : null}
    </tr>
  );
}

export function QuotationLines({
  lines,
  fields,
  later,
}: {
  lines: readonly ShownLine[];
  fields: LineFields | null;
  /** True while the quotation is not answered: the prices come with the offer. */
  later: boolean;
}) {
  const { t } = useShop();
  if (lines.length === 0) return <p className="muted">{t('quotations:lines.none')}</p>;
  return (
    <div className="sheet" id="lines">
      <Table
        shape="calc"
        caption={t('quotations:lines.caption')}
        heads={[
          t('quotations:lines.product'),
          { text: t('quotations:lines.quantity'), num: true },
          { text: t('quotations:lines.price'), num: true },
          { text: t('quotations:lines.amount'), num: true },
          fields ? { text: t('quotations:lines.remove'), hidden: true } : null,
        ]}
      >
        {lines.map((shown) => (
          <Row key={shown.line.id} shown={shown} fields={fields} later={later} />
        ))}
      </Table>
    </div>
  );
}
