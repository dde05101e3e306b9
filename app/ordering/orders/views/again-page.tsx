import { MayNotOrder } from '~/catalogue/products/rows/may-not-order';
import { useFilledRows, useOrderRows } from '~/ordering/order-sheet/order-rows';
import { isBlank } from '~/ordering/order-sheet/sheet';
import { FillLink, OrderSheet } from '~/ordering/order-sheet/order-sheet';
import { NamedLines } from '~/ordering/order-sheet/named-lines';
import { SheetPager } from '~/ordering/order-sheet/sheet-pager';
import type { UncheckedLine } from '~/ordering/order-sheet/plain-row';
import type { SheetPosition } from '~/ordering/order-sheet/sheet-pages';
import type { ProductCard } from '~/catalogue/products/product';
import { SheetNotice } from '~/ordering/order-sheet/sheet-fields';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { FormKey } from '~/base/ui/form/form-key';
import { Icon } from '~/base/ui/icon';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty, Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import type { OrderLine } from '../order';

export interface AgainView {
  order: { id: number; name: string };
  position: SheetPosition;
  /** Products that the catalogue still contains, with the quantity of the past order. */
  rows: readonly { card: ProductCard; quantity: number }[];
  /** Products that are no longer sold. */
  gone: readonly Pick<OrderLine, 'id' | 'name' | 'sku' | 'quantity'>[];
  /** Lines of the order for which the catalogue does not say whether the product is still sold. */
  unchecked: readonly UncheckedLine[];
  /** Lines whose quantity in the past order was a fraction, which the sheet rounds up to whole pieces. */
  rounded: readonly Pick<OrderLine, 'id' | 'name' | 'sku' | 'quantity'>[];
  inCart: ReadonlyMap<number, number>;
  /** Whether the customer can request a quotation here. */
  canQuote: boolean;
}

const sheetId = 'sheet';

function Gone({ gone }: Pick<AgainView, 'gone'>) {
  const { t } = useShop();
  if (gone.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>
        <b>{t('orders:again.gone', { count: gone.length })}</b>
      </p>
      <NamedLines lines={gone} />
    </Notice>
  );
}

function Rounded({ rounded }: Pick<AgainView, 'rounded'>) {
  const { t, mayOrder } = useShop();
  if (rounded.length === 0 || !mayOrder) return null;
  return (
    <Notice tone="warn">
      <p>{t('orders:again.rounded', { count: rounded.length })}</p>
      <NamedLines lines={rounded} />
    </Notice>
  );
}

function Barred({ rows }: Pick<AgainView, 'rows'>) {
  const { t, mayOrder } = useShop();
  const count = rows.filter(({ card }) => !card.orderable.ok).length;
  if (count === 0 || !mayOrder) return null;
  return (
    <Notice tone="info">
      <p>{t('orders:again.barred', { count })}</p>
    </Notice>
  );
}

/** Requests a quotation for the same products and quantities (ORD-02). */
function QuotationForm() {
  const { t, here } = useShop();
  return (
    <form method="post" action={here} className="panel stack" id="as-quotation">
      <FormKey />
      <p>{t('orders:again.quotationText')}</p>
      <div className="acts">
        <button className="btn quiet" type="submit" name="do" value="quotation">
          <Icon name="doc" small />
          {t('orders:again.quotation')}
        </button>
      </div>
    </form>
  );
}

/** A past order as an order sheet with its quantities filled in; one Enter orders them again (CART-10). */
export function AgainPage({ view, faults }: { view: AgainView; faults: readonly string[] }) {
  const { t, locale, here, mayOrder } = useShop();
  const { order, rows, gone, unchecked, inCart } = view;
  const base = useOrderRows(
    rows.map(({ card }) => card),
    inCart,
  );
  const quantities = new Map(rows.map(({ card, quantity }) => [card.id, quantity]));
  const filled = useFilledRows(base, ({ card }) => quantities.get(card.id));
  return (
    <>
      <Crumbs
        items={[
          { name: t('orders:title'), href: links.orders(locale) },
          { name: order.name, href: links.order(locale, order.id) },
          { name: t('orders:again.action') },
        ]}
      />
      <PageHead
        title={t('orders:again.title', { name: order.name })}
        lead={
          mayOrder ? t(isBlank(here) ? 'catalogue:sheet.blankLead' : 'orders:again.lead') : null
        }
        actions={
          mayOrder && rows.length + unchecked.length > 0 ? (
            <FillLink className="btn quiet" filled={t('orders:again.filled')} />
          ) : null
        }
      />
      <div className="stack">
        <MayNotOrder />
        <SheetNotice />
        <ErrorSummary general={faults} fields={[]} />
        <Gone gone={gone} />
        <Rounded rounded={view.rounded} />
        <Barred rows={rows} />
        {unchecked.length > 0 ? (
          <Notice tone="warn">
            <p>{t('catalogue:sheet.unchecked', { count: unchecked.length })}</p>
            {mayOrder ? null : <NamedLines lines={unchecked} />}
          </Notice>
        ) : null}
        {rows.length + unchecked.length > 0 ? (
          <>
            {rows.length > 0 || mayOrder ? (
              <OrderSheet
                rows={filled}
                id={sheetId}
                keeps={view.position.pageCount > 1 ? '' : undefined}
                unchecked={mayOrder ? unchecked : []}
              />
            ) : null}
            <SheetPager position={view.position} form={mayOrder ? sheetId : undefined} />
            {view.canQuote ? <QuotationForm /> : null}
          </>
        ) : (
          <div className="panel">
            <Empty icon="doc" level={2} title={t('orders:again.nothing')} />
          </div>
        )}
      </div>
    </>
  );
}
