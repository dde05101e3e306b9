import { MayNotOrder } from '~/catalogue/products/rows/may-not-order';
import { SheetNotice } from '~/ordering/order-sheet/sheet-fields';
import { useFilledRows, useOrderRows } from '~/ordering/order-sheet/order-rows';
import { FillLink, OrderSheet } from '~/ordering/order-sheet/order-sheet';
import { isBlank } from '~/ordering/order-sheet/sheet';
import { NamedLines } from '~/ordering/order-sheet/named-lines';
import { SheetPager } from '~/ordering/order-sheet/sheet-pager';
import type { SheetPosition } from '~/ordering/order-sheet/sheet-pages';
import type { UncheckedLine } from '~/ordering/order-sheet/plain-row';
import type { ProductCard } from '~/catalogue/products/product';
import type { Substitutes } from '~/catalogue/products/substitutes.server';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Icon } from '~/base/ui/icon';
import { Empty, Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';

export interface WishlistView {
  list: { id: number; name: string };
  /** True when the wishlist was deleted elsewhere: the page then shows only the form input. */
  isGone: boolean;
  position: SheetPosition;
  /** Products in the catalogue, with their usual quantity. */
  rows: readonly { card: ProductCard; quantity: number }[];
  /** Substitutes for products that are out of stock. */
  substitutes: Substitutes;
  /** Lines that the catalogue could not confirm. */
  unchecked: readonly UncheckedLine[];
  /** Products that have left the catalogue. */
  gone: readonly UncheckedLine[];
  inCart: ReadonlyMap<number, number>;
  canOrder: boolean;
}

const sheetId = 'sheet';

const hasField = ({ rows, unchecked }: WishlistView): boolean =>
  unchecked.length > 0 || rows.some(({ card }) => card.orderable.ok);

/** The button at the top submits the sheet's form: it puts the currently typed quantities in the cart (CART-12). */
function OrderAll({ view }: { view: WishlistView }) {
  const { t } = useShop();
  if (!view.canOrder || !hasField(view)) return null;
  return (
    <button className="btn" type="submit" form={sheetId} name="add" value="all">
      <Icon name="cart" small />
      {t('catalogue:sheet.addAll')}
    </button>
  );
}

function Missing({ view }: { view: WishlistView }) {
  const { t, locale } = useShop();
  const barred = view.rows.filter(({ card }) => !card.orderable.ok).length;
  return (
    <>
      {view.unchecked.length > 0 ? (
        <Notice tone="warn">
          <p>{t('catalogue:sheet.unchecked', { count: view.unchecked.length })}</p>
          {view.canOrder ? null : <NamedLines lines={view.unchecked} />}
        </Notice>
      ) : null}
      {view.gone.length > 0 ? (
        <Notice tone="warn">
          <p>{t('wishlists:detail.gone', { count: view.gone.length })}</p>
          <NamedLines lines={view.gone} />
          {view.isGone ? null : (
            <p>
              <a href={links.wishlistEdit(locale, view.list.id)}>{t('wishlists:detail.tidy')}</a>
            </p>
          )}
        </Notice>
      ) : null}
      {view.canOrder && barred > 0 ? (
        <Notice tone="info">
          <p>{t('wishlists:detail.barred', { count: barred })}</p>
        </Notice>
      ) : null}
    </>
  );
}

function Sheet({ view }: { view: WishlistView }) {
  const { t } = useShop();
  const { rows } = view;
  const quantities = new Map(rows.map(({ card, quantity }) => [card.id, quantity]));
  const base = useOrderRows(
    rows.map(({ card }) => card),
    view.inCart,
    view.substitutes,
  );
  const filled = useFilledRows(base, ({ card }) => {
    const listed = quantities.get(card.id) ?? 0;
    return listed < 1 ? undefined : listed;
  });
  return (
    <OrderSheet
      id={sheetId}
      rows={filled}
      title={t('wishlists:detail.lines', { count: view.position.total })}
      note={view.canOrder ? <FillLink filled={t('wishlists:detail.filled')} /> : null}
      keeps=""
      unchecked={view.canOrder ? view.unchecked : []}
    />
  );
}

/** One wishlist as an order sheet with its quantities filled in; Enter puts them in the cart (WISH-01, SRCH-06). */
export function WishlistPage({ view }: { view: WishlistView }) {
  const { t, locale, here } = useShop();
  const { list, rows, unchecked, position } = view;
  const hasRows = rows.length > 0 || (unchecked.length > 0 && view.canOrder);
  const lead = t(isBlank(here) ? 'catalogue:sheet.blankLead' : 'wishlists:detail.lead');
  const name = list.name || t('wishlists:unnamed');
  return (
    <>
      <Crumbs items={[{ name: t('wishlists:title'), href: links.wishlists(locale) }, { name }]} />
      <PageHead
        onPaper
        title={name}
        lead={hasRows && view.canOrder ? <span className="no-print">{lead}</span> : null}
        actions={
          <>
            <OrderAll view={view} />
            {view.isGone ? null : (
              <a className="btn quiet" href={links.wishlistEdit(locale, list.id)}>
                <Icon name="edit" small />
                {t('wishlists:edit.action')}
              </a>
            )}
            {rows.length > 0 && !view.isGone ? (
              <a className="btn quiet" href={`${links.wishlist(locale, list.id)}?paper`}>
                <Icon name="doc" small />
                {t('wishlists:paper.action')}
              </a>
            ) : null}
          </>
        }
      />
      <div className="stack">
        <MayNotOrder />
        <SheetNotice />
        <Missing view={view} />
        {hasRows ? <Sheet view={view} /> : null}
        {position.total === 0 ? (
          <div className="panel">
            <Empty
              icon="list"
              level={2}
              title={t('wishlists:all.empty')}
              actions={
                <a className="btn small" href={links.wishlistEdit(locale, list.id)}>
                  {t('wishlists:detail.fill')}
                </a>
              }
            >
              <p>{t('wishlists:none.text')}</p>
            </Empty>
          </div>
        ) : null}
      </div>
      <SheetPager position={position} form={hasField(view) ? sheetId : undefined} />
    </>
  );
}
