import type { ReactNode } from 'react';
import { OrderControls, type OrderRow } from '~/features/order-sheet/order-sheet';
import { ProductPicture, useCardHref } from '~/features/catalogue/rows/product-card-row';
import { RowPrice } from '~/features/catalogue/rows/product-price';
import { useOrderRows } from '~/features/order-sheet/order-rows';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';
import type { Offer } from './specials.server';

/** Special offers as tiles; for customers one form, so that several can be ordered at once. */
export function Offers({
  offers,
  inCart,
  token,
}: {
  offers: readonly Offer[];
  inCart: ReadonlyMap<number, number>;
  token: string;
}) {
  const { t, locale, here, signedIn } = useShop();
  const rows = useOrderRows(
    offers.map(({ card }) => card),
    inCart,
  );
  const head = (
    <div className="head">
      <h2>{t(signedIn ? 'home:offers.title' : 'home:offers.visitorTitle')}</h2>
      <a className="more" href={links.promotions(locale)}>
        {t('home:offers.all')}
      </a>
    </div>
  );
  const tiles = (
    <ul className="offers">
      {rows.map((row, position) => (
        <OfferTile key={row.card.id} row={row} until={offers[position]?.until ?? null}>
          {signedIn ? <OrderControls row={row} /> : null}
        </OfferTile>
      ))}
    </ul>
  );
  if (!signedIn) {
    return (
      <section className="sub">
        {head}
        {tiles}
      </section>
    );
  }
  return (
    <form className="sub" action={here} method="post" data-sheet>
      {rows.some(({ card }) => card.orderable.ok) ? (
        <button className="btn vh" type="submit" name="add" value="all">
          {t('catalogue:sheet.addTyped')}
        </button>
      ) : null}
      <input type="hidden" name="tx" value={token} />
      {head}
      {tiles}
    </form>
  );
}

function OfferTile({
  row,
  until,
  children,
}: {
  row: OrderRow;
  until: Offer['until'];
  children: ReactNode;
}) {
  const { t, formats } = useShop();
  const { card, error } = row;
  const href = useCardHref(card);
  return (
    <li className="offer">
      <ProductPicture card={card} size={72} />
      <div className="row-main">
        {until ? (
          <div className="tags">
            <span className="tag off">
              {t('home:offers.until', { day: formats.dayMonth(until) })}
            </span>
          </div>
        ) : null}
        <h3 className="row-name">{href ? <a href={href}>{card.title}</a> : card.title}</h3>
        {card.presentation ? <p className="row-pres">{card.presentation}</p> : null}
      </div>
      <div className="o-price">
        <RowPrice card={card} />
      </div>
      {children ? <div className="row-act">{children}</div> : null}
      {error ? (
        <span className="error" id={`error-${card.id}`} role="alert">
          <Icon name="alert" small />
          {error}
        </span>
      ) : null}
    </li>
  );
}
