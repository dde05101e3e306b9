import { OrderSheet, type SheetPlace } from '~/ordering/order-sheet/order-sheet';
import { ProductCardRow } from '~/catalogue/products/rows/product-card-row';
import { useOrderRows } from '~/ordering/order-sheet/order-rows';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { specialNote } from '~/catalogue/products/special-note';
import type { Offer } from './specials.server';

/** Special offers as rows of an order sheet, so that several can be ordered at once; guests can only read them. */
export function Offers({
  offers,
  inCart,
  within,
}: {
  offers: readonly Offer[];
  inCart: ReadonlyMap<number, number>;
  within?: SheetPlace | undefined;
}) {
  const shop = useShop();
  const { t, locale, signedIn } = shop;
  const base = useOrderRows(
    offers.map(({ card }) => card),
    inCart,
    undefined,
    within?.above,
  );
  const rows = base.map((row, position) => {
    const note = specialNote(shop, row.card.price, offers[position]?.until);
    return note === null ? row : { ...row, note };
  });
  const title = t(signedIn ? 'home:offers.title' : 'home:offers.visitorTitle');
  if (signedIn) {
    const own = <a href={links.selection(locale)}>{t('search:selection.title')}</a>;
    return <OrderSheet rows={rows} title={title} note={own} id="offers" within={within} />;
  }
  return (
    <section className="sheet sub" id="offers">
      <div className="sheet-tools">
        <h2>{title}</h2>
        <span className="muted">
          <a href={links.promotions(locale)}>{t('home:offers.all')}</a>
        </span>
      </div>
      <ol>
        {rows.map(({ card, note }) => (
          <ProductCardRow key={card.id} card={card} note={note} level={3} />
        ))}
      </ol>
    </section>
  );
}
