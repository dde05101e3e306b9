import { useShop } from '~/base/page/shop';
import { WithoutFee } from '../low-amount';
import { sumsOf } from '../order-sums';
import { RebateLine, SumRows } from '../sum-rows';
import type { CartView } from './cart-view';

/**
 * The same sums as on the confirmation. While edits wait, the sums are those of the last cart from the ERP, and a text
 * says so.
 */
function CartSums({ view }: { view: CartView }) {
  const { t } = useShop();
  const { cart, waiting, low } = view;
  if (!cart?.amount) return null;
  return (
    <>
      <h2>{t('cart:sums.title')}</h2>
      <SumRows sums={sumsOf(cart)} />
      <WithoutFee low={low} />
      {/* Edits that only the browser holds are visible as lines with the class `is-wait`: a CSS rule then displays
         this text. */}
      <p className={waiting > 0 ? 'muted' : 'muted if'}>
        <small>{t('cart:sums.beforeWaiting')}</small>
      </p>
      <RebateLine rebate={cart.yearEndRebate} earned={false} />
    </>
  );
}

/**
 * Why the customer cannot check out; null when checkout is possible. Checkout is blocked while an edit waits (CART-07).
 */
function useObstacle({ sync, waiting, canOrder, cart }: CartView): string | null {
  const { t } = useShop();
  if (!canOrder) return t('cart:checkout.mayNotOrder');
  if (cart?.shopOnlyQuotation) return t('cart:checkout.onQuotation');
  return sync !== 'synced' || waiting > 0 ? t('cart:checkout.notSynced') : null;
}

/**
 * Checkout button: submits the cart form, so that entered but unsubmitted quantities become part of the order
 * (CART-12).
 */
function OnwardButton({ look, blocked }: { look: string; blocked: string | undefined }) {
  const { t } = useShop();
  return (
    <button
      className={look}
      type="submit"
      form="cart"
      name="do"
      value="checkout"
      disabled={blocked !== undefined}
      aria-describedby={blocked}
    >
      {t('cart:checkout.go')}
    </button>
  );
}

/** Total and checkout button at the lower edge of narrow screens, where the summary is ten screens further down. */
export function PayBar({ view }: { view: CartView }) {
  const { t, formats } = useShop();
  const obstacle = useObstacle(view);
  const total = view.cart?.amount?.total;
  return (
    <div className="paybar no-print">
      <p>
        {total === undefined ? null : (
          <>
            <b>{formats.money(total)}</b>{' '}
            <small>
              {t('cart:sums.total')}
              <span className="if"> {t('cart:sums.barWaiting')}</span>
            </small>
          </>
        )}
        {obstacle === null ? null : <small id="not-yet-bar">{obstacle}</small>}
      </p>
      <OnwardButton look="btn" blocked={obstacle === null ? undefined : 'not-yet-bar'} />
    </div>
  );
}

/** Sums of the order, and the checkout button or the reason why it is disabled. */
export function Summary({ view }: { view: CartView }) {
  const { t } = useShop();
  const { madeToOrder, cart } = view;
  const obstacle = useObstacle(view);
  const isButtonAlone = !cart?.amount && madeToOrder === 0;
  return (
    <section className={isButtonAlone ? 'panel stack go' : 'panel stack'}>
      <CartSums view={view} />
      {madeToOrder > 0 ? (
        <p className="no-print">
          <b>{t('cart:checkout.madeToOrder', { count: madeToOrder })}</b>{' '}
          {t('cart:checkout.madeToOrderText')}
        </p>
      ) : null}
      <OnwardButton look="btn big wide go" blocked={obstacle === null ? undefined : 'not-yet'} />
      {obstacle === null ? null : (
        <p className="muted no-print go" id="not-yet">
          <small>{obstacle}</small>
        </p>
      )}
    </section>
  );
}
