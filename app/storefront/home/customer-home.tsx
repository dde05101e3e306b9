import { MayNotOrder } from '~/catalogue/products/rows/may-not-order';
import { RebatePanel } from '~/account/dashboard/rebate-panel';
import { SalesPersonPanel } from '~/account/dashboard/sales-person-panel';
import type { RebateCard } from '~/account/dashboard/rebate-card';
import type { SalesPerson } from '~/account/dashboard/sales-person.server';
import type { Headline } from '~/content/articles/latest-news.server';
import { DueSheet } from '~/account/statistics/due-sheet';
import type { DueCard } from '~/account/statistics/due.server';
import { MostOrderedSheet, type MostOrdered } from '~/account/statistics/most-ordered-sheet';
import { ClearRefused } from '~/ordering/quick-order/clear-lines';
import { ScanBar, SoundChoice, type ScanField } from '~/ordering/quick-order/scan/scan-bar';
import { OrderSheets, type SheetPlace } from '~/ordering/order-sheet/order-sheet';
import type { ProductCard } from '~/catalogue/products/product';
import { valueOr, type Block } from '~/base/page/optional';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { PageHead } from '~/base/ui/page/page-head';
import { NewsPanel } from './news-panel';
import { Offers } from './offers';
import type { CodeRefusal } from './order-by-code.server';
import type { Offer } from './specials.server';
import { StandingOrders } from './standing-orders';
import type { StandingOrder } from './standing-orders.server';

export interface CustomerHomeView {
  kind: 'customer';
  name: string;
  ref: string | null;
  canOrder: boolean;
  /** Prefix of the keys under which the browser stores scanned codes. */
  scanKeys: string;
  /** State of the code field: a rejected code that the customer can correct, or empty. */
  typed: ScanField;
  /** Why the shop rejected the code in the field, and the code as the shop parsed it; null if it rejected none. */
  codeRefusal: { why: CodeRefusal; code: string } | null;
  most: MostOrdered;
  due: Block<readonly DueCard[]>;
  offers: Block<readonly Offer[]>;
  lists: Block<readonly StandingOrder[]>;
  news: Block<readonly Headline[]>;
  salesPerson: Block<SalesPerson | null>;
  rebate: Block<RebateCard | null>;
  inCart: ReadonlyMap<number, number>;
}

/** Home page of a customer: ordering first, then information (HOME-02). */
export function CustomerHome({ view }: { view: CustomerHomeView }) {
  const { t } = useShop();
  const { salesPerson, rebate } = view;
  const person = salesPerson.ok ? salesPerson.value : null;
  const card = rebate.ok ? rebate.value : null;
  return (
    <>
      <PageHead
        title={t('home:hello', { name: view.name })}
        lead={view.ref ? t('home:customer', { ref: view.ref }) : null}
      />
      <div className="grid g-rail">
        <div>
          <MayNotOrder />
          {view.canOrder ? <ScanForm view={view} /> : null}
          {view.canOrder ? (
            <OrderSheets id={formId}>
              <Lists view={view} />
            </OrderSheets>
          ) : (
            <Lists view={view} />
          )}
        </div>
        <aside className="rail stack" aria-label={t('home:rail')}>
          <StandingOrders orders={view.lists} canOrder={view.canOrder} />
          {person ? <SalesPersonPanel person={person} /> : null}
          {card ? <RebatePanel card={card} /> : null}
          <NewsPanel news={view.news} />
        </aside>
      </div>
    </>
  );
}

const formId = 'home-lists';

const idsOf = (list: readonly { card: ProductCard }[]): number[] => list.map(({ card }) => card.id);

/**
 * Three product lists: products due for reorder, most ordered products, and special offers. For customers who may
 * order, they are one form.
 */
function Lists({ view }: { view: CustomerHomeView }) {
  const shop = useShop();
  const { canOrder, inCart, most } = view;
  const due = valueOr(view.due, []);
  const ordered = most.cards.ok ? most.cards.value.rows : [];
  const offers = valueOr(view.offers, []);
  const all = new Set([due, ordered, offers].flatMap(idsOf));
  const below = (...lists: (readonly { card: ProductCard }[])[]): SheetPlace | undefined =>
    canOrder ? { above: new Set(lists.flatMap(idsOf)), all } : undefined;
  return (
    <>
      {canOrder ? <DueSheet found={view.due} inCart={inCart} within={below()} /> : null}
      {shop.offers('GET sale_statistics/top_ordered') ? (
        <MostOrderedSheet
          most={most}
          inCart={inCart}
          formId={canOrder ? formId : undefined}
          within={below(due)}
        />
      ) : null}
      {offers.length > 0 ? (
        <Offers offers={offers} inCart={inCart} within={below(due, ordered)} />
      ) : null}
    </>
  );
}

/**
 * A field for typed or scanned codes. Enter adds the product to the cart; scanned codes appear as lines below the
 * field.
 */
function ScanForm({ view: { scanKeys, typed, codeRefusal } }: { view: CustomerHomeView }) {
  const { t, locale, here } = useShop();
  return (
    <form
      className="quick stack"
      action={here}
      method="post"
      data-scan={scanKeys}
      data-lines={links.scanLines(locale)}
      data-rows={links.quickOrder(locale)}
      data-direct=""
    >
      <FormKey />
      <input type="hidden" name="stood" value={typed.code} autoComplete="off" />
      <ScanBar
        focused={false}
        typed={typed}
        wrong={
          codeRefusal ? (
            <>
              {t(`home:scan.${codeRefusal.why}`, {
                code: codeRefusal.code,
                name: codeRefusal.code,
              })}{' '}
              {['quantity', 'behindLabel'].includes(codeRefusal.why) ? null : (
                <a href={links.search(locale, codeRefusal.code)}>{t('home:scan.search')}</a>
              )}
            </>
          ) : null
        }
      />
      <div className="sheet scanned">
        <ol id="scan-lines" />
        <ClearRefused refused={0} />
      </div>
      <SoundChoice />
    </form>
  );
}
