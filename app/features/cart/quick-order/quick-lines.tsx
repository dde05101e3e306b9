import { useShop } from '~/http/shop';
import { Icon } from '~/ui/icon';
import { State } from '~/ui/state';
import { Table } from '~/ui/table';
import type { LineFault, QuickLine } from './quick-order';
import type { QuickView } from './quick-order.server';

/** Why a line is not taken. */
export function FaultText({ fault, typed }: { fault: LineFault; typed: string }) {
  const { t } = useShop();
  switch (fault.kind) {
    case 'unknown':
      return <State state="refused">{t('cart:quick.line.unknown')}</State>;
    case 'rounded':
    case 'no-sku':
      return <State state="refused">{t(`cart:quick.line.${fault.kind}`)}</State>;
    case 'ambiguous':
      return (
        <>
          <State state="refused">{t('cart:quick.line.ambiguous')}</State>
          <span className="d">{fault.names.join(' · ')}</span>
        </>
      );
    case 'quantity':
      return (
        <State state="refused">
          {t('cart:quick.line.quantity', {
            typed,
            reason: t(`cart:sheet.refusal.${fault.refusal}`),
          })}
        </State>
      );
    case 'barred':
      return <State state="refused">{t(`catalogue:bar.${fault.reason}.short`)}</State>;
  }
}

/** A line that is taken: with what it adds to above it, or that nobody said how many. */
export function FoundText({
  line: { before, quantity, typed },
}: {
  line: { before: number; quantity: number | null; typed: string };
}) {
  const { t, formats } = useShop();
  const isSum = before > 0 && quantity !== null;
  return (
    <>
      <State state="done">{t(isSum ? 'cart:quick.line.summed' : 'cart:quick.line.found')}</State>
      {isSum ? (
        <span className="d">
          {t('cart:quick.line.sum', {
            before: formats.number(before),
            more: formats.number(quantity),
            sum: formats.number(before + quantity),
          })}
        </span>
      ) : typed.trim() === '' ? (
        <span className="d">{t('cart:quick.line.one')}</span>
      ) : null}
    </>
  );
}

const runsOut = new Set<unknown>(['out_of_stock', 'supplier_out_of_stock']);

function Result({ line }: { line: QuickLine }) {
  const { t } = useShop();
  const { fault, card, before, quantity, typed } = line;
  if (fault) return <FaultText fault={fault} typed={typed} />;
  const isSum = before > 0 && quantity !== null;
  if (!isSum && card && runsOut.has(card.stock))
    return (
      <>
        <State state="pending">{t('cart:quick.line.later')}</State>
        <span className="d">{t('cart:quick.line.laterText')}</span>
      </>
    );
  return <FoundText line={line} />;
}

function Row({ line, index }: { line: QuickLine; index: number }) {
  const { t, formats } = useShop();
  const { card, fault, entered, typed, quantity, amount } = line;
  const fillable = fault === null || fault.kind === 'quantity';
  return (
    <tr>
      <td className="full" data-label={t('cart:quick.column.entered')}>
        <span className="mono nb">{entered}</span>
        <input type="hidden" name={`c.${index}`} value={entered} autoComplete="off" />
      </td>
      <th scope="row">
        {card ? card.title : t('cart:quick.line.noProduct')}
        {card?.presentation ? <span className="d">{card.presentation}</span> : null}
      </th>
      <td className="full" data-label={t('cart:quick.column.result')}>
        <span>
          <Result line={line} />
        </span>
      </td>
      <td className={fillable ? 'num' : 'num nil'} data-label={t('cart:column.quantity')}>
        {fillable ? (
          <input
            className="qty"
            type="number"
            min="0"
            max="9999"
            inputMode="numeric"
            name={`q.${index}`}
            defaultValue={quantity ?? typed}
            aria-label={t('cart:quick.quantityOfLine', { number: index + 1 })}
            aria-invalid={fault ? true : undefined}
            autoComplete="off"
          />
        ) : (
          '–'
        )}
      </td>
      <td className="num" data-label={t('cart:column.amount')}>
        {amount === null ? null : formats.money(amount)}
      </td>
    </tr>
  );
}

function AddButton({ count }: { count: number }) {
  const { t } = useShop();
  return (
    <button className="btn" type="submit" name="do" value="add" disabled={count === 0}>
      <Icon name="cart" small />
      {t('cart:quick.addReady', { count })}
    </button>
  );
}

/** The lines read so far, each with what became of it. */
export function QuickLines({ view }: { view: QuickView }) {
  const { t, formats } = useShop();
  const { order, token } = view;
  return (
    <div className="sheet">
      <input type="hidden" name="tx" value={token} autoComplete="off" />
      <div className="sheet-tools">
        <h2>{t('cart:quick.lines')}</h2>
        <div className="acts">
          <button className="btn quiet" type="submit" name="do" value="check">
            {t('cart:quick.check')}
          </button>
          <AddButton count={order.ready} />
        </div>
      </div>
      <Table
        dense
        caption={t('cart:quick.caption')}
        heads={[
          t('cart:quick.column.entered'),
          t('cart:column.product'),
          t('cart:quick.column.result'),
          { text: t('cart:column.quantity'), num: true },
          { text: t('cart:column.amount'), num: true },
        ]}
      >
        {order.lines.map((line, index) => (
          <Row key={index} line={line} index={index} />
        ))}
      </Table>
      <div className="sheet-tools">
        <p className="muted">
          {t('cart:quick.sum', { count: order.ready, total: formats.money(order.total) })}
        </p>
        <AddButton count={order.ready} />
      </div>
    </div>
  );
}
