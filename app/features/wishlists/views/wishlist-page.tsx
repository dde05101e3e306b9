import { MayNotOrder } from '~/features/catalogue/rows/may-not-order';
import { SheetNotice } from '~/features/order-sheet/sheet-fields';
import { useFilledRows, useOrderRows } from '~/features/order-sheet/order-rows';
import { FillLink, OrderSheet } from '~/features/order-sheet/order-sheet';
import { isBlank } from '~/features/order-sheet/sheet';
import { SheetPager } from '~/features/order-sheet/sheet-pager';
import type { SheetPosition } from '~/features/order-sheet/sheet-pages';
import type { ProductCard } from '~/features/catalogue/product';
import type { Substitutes } from '~/features/catalogue/substitutes.server';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { FormKey } from '~/ui/form/form-key';
import { Crumbs } from '~/ui/page/crumbs';
import { Icon } from '~/ui/icon';
import { Empty, Notice } from '~/ui/notice';
import { PageHead } from '~/ui/page/page-head';
import type { WishlistLine } from '../wishlist';

export interface WishlistView {
  list: { id: number; name: string };
  /** Deleted elsewhere: only what was typed is shown. */
  isGone: boolean;
  position: SheetPosition;
  /** Products that the catalogue has, with their usual quantity. */
  rows: readonly { card: ProductCard; quantity: number }[];
  /** What can be ordered in place of those that are out of stock. */
  substitutes: Substitutes;
  /** Products that it has no longer. */
  gone: readonly WishlistLine[];
  /** For one product at least. */
  catalogueUnavailable: boolean;
  inCart: ReadonlyMap<number, number>;
  canOrder: boolean;
}

const sheetId = 'sheet';

/** The button at the top belongs to the sheet's form: it adds the quantities as they are typed now (CART-12). */
function OrderAll({ view }: { view: WishlistView }) {
  const { t, here } = useShop();
  if (!view.canOrder || view.position.total === 0) return null;
  const ofSheet = view.rows.some(({ card }) => card.orderable.ok) ? (
    <button className="btn" type="submit" form={sheetId} name="add" value="all">
      <Icon name="cart" small />
      {t('catalogue:sheet.addAll')}
    </button>
  ) : null;
  // The sheet lacks what the catalogue does not answer about; the list itself can still be ordered.
  if (!view.catalogueUnavailable || view.isGone) return ofSheet;
  return (
    <form method="post" action={here} id="order-all">
      <FormKey />
      <button className="btn" type="submit" name="do" value="all">
        <Icon name="cart" small />
        {t('wishlists:all.orderLines', { count: view.position.total })}
      </button>
    </form>
  );
}

function Missing({ view }: { view: WishlistView }) {
  const { t, locale } = useShop();
  const barred = view.rows.filter(({ card }) => !card.orderable.ok).length;
  return (
    <>
      {view.catalogueUnavailable ? (
        <Notice tone="warn">
          <p>{t('wishlists:detail.catalogueUnavailable')}</p>
        </Notice>
      ) : null}
      {view.gone.length > 0 ? (
        <Notice tone="warn">
          <p>
            {t('wishlists:detail.gone', { count: view.gone.length })}{' '}
            <a href={links.wishlistEdit(locale, view.list.id)}>{t('wishlists:detail.tidy')}</a>
          </p>
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
  const quantities = new Map(rows.map(({ card, quantity }) => [card.id, Math.round(quantity)]));
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
    />
  );
}

/** One list as an order sheet: its quantities are typed already, Enter orders them (WISH-01, SRCH-06). */
export function WishlistPage({ view }: { view: WishlistView }) {
  const { t, locale, here } = useShop();
  const { list, rows, position } = view;
  const lead = t(isBlank(here) ? 'catalogue:sheet.blankLead' : 'wishlists:detail.lead');
  const name = list.name || t('wishlists:unnamed');
  return (
    <>
      <Crumbs items={[{ name: t('wishlists:title'), href: links.wishlists(locale) }, { name }]} />
      <PageHead
        onPaper
        title={name}
        lead={rows.length > 0 && view.canOrder ? <span className="no-print">{lead}</span> : null}
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
        {rows.length > 0 ? <Sheet view={view} /> : null}
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
      <SheetPager
        position={position}
        form={rows.some(({ card }) => card.orderable.ok) ? sheetId : undefined}
      />
    </>
  );
}
