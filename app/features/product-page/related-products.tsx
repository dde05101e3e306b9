import { useShop } from '~/page/shop';
import { OrderControls, OrderSheet } from '~/features/order-sheet/order-sheet';
import { useOrderRows } from '~/features/order-sheet/order-rows';
import { useCardHref, ProductPicture } from '~/features/catalogue/rows/product-card-row';
import { RowPrice } from '~/features/catalogue/rows/product-price';
import type { ProductCard } from '~/features/catalogue/product';
import type { OrderRow } from '~/features/order-sheet/order-sheet';

interface ListProps {
  id: string;
  title: string;
  note?: string;
  cards: readonly ProductCard[];
  inCart: ReadonlyMap<number, number>;
  token: string;
  action: string;
}

/** Linked products as an order sheet of their own. */
export function LinkedProducts({ id, title, note, cards, inCart, token, action }: ListProps) {
  const rows = useOrderRows(cards, inCart);
  if (rows.length === 0) return null;
  return <OrderSheet id={id} title={title} note={note} rows={rows} token={token} action={action} />;
}

function Offer({ row }: { row: OrderRow }) {
  const { card } = row;
  const href = useCardHref(card);
  return (
    <li className="offer">
      <ProductPicture card={card} size={72} />
      <div className="row-main">
        <h3 className="row-name">{href ? <a href={href}>{card.title}</a> : card.title}</h3>
        {card.presentation ? <p className="row-pres">{card.presentation}</p> : null}
      </div>
      <div className="o-price">
        <RowPrice card={card} />
      </div>
      <div className="row-act">
        <OrderControls row={row} />
      </div>
    </li>
  );
}

/** Products as cards side by side; still one form. */
export function OfferGrid({ id, title, cards, inCart, token, action }: ListProps) {
  const { t, signedIn } = useShop();
  const rows = useOrderRows(cards, inCart);
  if (rows.length === 0) return null;
  return (
    <form className="sub" id={id} action={action} method="post" data-sheet="">
      {signedIn ? <input type="hidden" name="tx" value={token} autoComplete="off" /> : null}
      {rows.some(({ card }) => card.orderable.ok) ? (
        <button className="btn vh" type="submit" name="add" value="all">
          {t('catalogue:sheet.addTyped')}
        </button>
      ) : null}
      <div className="head">
        <h2>{title}</h2>
      </div>
      <ul className="offers">
        {rows.map((row) => (
          <Offer key={row.card.id} row={row} />
        ))}
      </ul>
    </form>
  );
}
