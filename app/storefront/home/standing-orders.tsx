import type { Block } from '~/base/page/optional';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { Icon } from '~/base/ui/icon';
import type { StandingOrder } from './standing-orders.server';

/** Standing orders, each of which is ordered in one step (HOME-02). */
export function StandingOrders({
  orders,
  canOrder,
}: {
  orders: Block<readonly StandingOrder[]>;
  canOrder: boolean;
}) {
  const { t, locale, here } = useShop();
  return (
    <section className="panel" id="lists">
      <header>
        <h2>{t('home:lists.title')}</h2>
        <a className="more" href={links.wishlists(locale)}>
          {t('home:lists.manage')}
        </a>
      </header>
      {orders.ok && orders.value.length > 0 ? (
        <form method="post" action={here}>
          {canOrder ? <FormKey /> : null}
          <ul className="list">
            {orders.value.map((order) => (
              <li key={order.id}>
                <p>
                  <a href={links.wishlist(locale, order.id)}>
                    {order.name || t('wishlists:unnamed')}
                  </a>
                  <span className="d">{t('home:lists.lines', { count: order.lines })}</span>
                </p>
                {canOrder && order.lines > 0 ? <OrderButton order={order} /> : null}
              </li>
            ))}
          </ul>
        </form>
      ) : (
        <p className="muted">{t(orders.ok ? 'home:lists.none' : 'home:unavailable')}</p>
      )}
    </section>
  );
}

function OrderButton({ order }: { order: StandingOrder }) {
  const { t } = useShop();
  return (
    <button className="btn quiet small" type="submit" name="list" value={order.id}>
      <Icon name="redo" small />
      {t('home:lists.order')}
      <span className="vh"> {order.name}</span>
    </button>
  );
}
