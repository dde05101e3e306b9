import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Icon } from '~/base/ui/icon';
import type { CartBadge, PageLayout, LayoutCustomer } from '../layout';
import { Logo } from './logo';

/** The blue bar: link to the home page, search, account and cart. */
export function Header({ layout }: { layout: PageLayout }) {
  const { t, locale, brand } = useShop();
  return (
    <header className="top">
      <div className="wrap bar">
        <button className="nav-toggle" type="button" popovertarget="nav">
          <Icon name="menu" />
          <span className="vh">{t('common:menu.open')}</span>
        </button>
        <a className="logo" href={links.home(locale)}>
          <Logo />
          <span className="vh">{t('common:header.home', { name: brand.name })}</span>
        </a>
        <SearchForm />
        {layout.customer ? (
          <>
            {layout.customer.canOrder ? (
              <a className="tool quick" href={links.quickOrder(locale)}>
                <Icon name="scan" />
                <span className="t">
                  {t('common:header.quickOrder')}
                  <small>{t('common:header.quickOrderHint')}</small>
                </span>
              </a>
            ) : null}
            <AccountMenu customer={layout.customer} asksFirst={layout.cart?.unsent ?? false} />
            <CartLink cart={layout.cart} />
          </>
        ) : layout.suspended ? null : (
          <SignInLink />
        )}
      </div>
    </header>
  );
}

function SearchForm() {
  const { t, locale, here } = useShop();
  const [path, query = ''] = here.split('?');
  const searched = path === links.search(locale) ? new URLSearchParams(query).get('q') : null;
  // HTML may not contain control characters (HTML, 13.2.3.5), but scanners send one as a separator within a code.
  const shown = searched?.replace(/\p{Cc}+/gu, ' ').trim();
  return (
    <form className="find" role="search" action={links.search(locale)} data-search="">
      <label className="vh" htmlFor="q">
        {t('common:header.searchLabel')}
      </label>
      <Icon name="search" />
      <input
        id="q"
        name="q"
        type="search"
        placeholder={t('common:header.searchHint')}
        defaultValue={shown}
      />
      <button type="submit">{t('common:header.search')}</button>
    </form>
  );
}

function SignInLink() {
  const { t, locale, here } = useShop();
  return (
    <a className="tool" href={links.signIn(locale, here)} rel="nofollow">
      <Icon name="user" />
      <span className="t">
        {t('common:header.signIn')}
        <small>{t('common:header.signInHint')}</small>
      </span>
    </a>
  );
}

function AccountMenu({
  customer,
  asksFirst,
}: {
  customer: LayoutCustomer;
  /** The cart has changes that the ERP has not received: signing out asks for confirmation (CART-08). */
  asksFirst: boolean;
}) {
  const { offers, t, locale } = useShop();
  return (
    <details className="drop-menu" name="top">
      <summary className="tool who">
        <Icon name="user" />
        <span className="t">
          {customer.name}
          {customer.ref ? (
            <small>{t('common:header.customer', { ref: customer.ref })}</small>
          ) : null}
        </span>
        <span className="vh">{t('common:header.account')}</span>
        <Icon name="down" small turns />
      </summary>
      <div className="drop">
        <a href={links.account(locale)}>{t('common:menu.dashboard')}</a>
        {/* The header of a phone has no room for this separate link. */}
        {customer.canOrder ? (
          <a href={links.quickOrder(locale)}>{t('common:menu.quickOrder')}</a>
        ) : null}
        <a href={links.selection(locale)}>{t('search:selection.title')}</a>
        <a href={links.vetgroup(locale)}>{t('search:vetgroup.title')}</a>
        {offers('GET wishlists') ? (
          <a href={links.wishlists(locale)}>{t('common:menu.wishlists')}</a>
        ) : null}
        <a href={links.orders(locale)}>{t('common:menu.orders')}</a>
        {offers('GET quotations') ? (
          <a href={links.quotations(locale)}>{t('common:menu.quotations')}</a>
        ) : null}
        {offers('GET products_on_order') ? (
          <a href={links.productsOnOrder(locale)}>{t('common:menu.productsOnOrder')}</a>
        ) : null}
        {offers('GET documents') ? (
          <a href={links.documents(locale)}>{t('documents:title')}</a>
        ) : null}
        {offers('GET classified_ads/search') ? (
          <a href={links.smallAds(locale)}>{t('small-ads:title')}</a>
        ) : null}
        <a href={links.profile(locale)}>{t('profile:title')}</a>
        <hr />
        {asksFirst ? (
          <a href={links.signOut(locale)} data-sign-out="">
            {t('common:menu.signOut')}
          </a>
        ) : (
          <form action={links.signOut(locale)} method="post" data-sign-out="">
            <button type="submit">{t('common:menu.signOut')}</button>
          </form>
        )}
      </div>
    </details>
  );
}

function CartLink({ cart }: { cart: CartBadge | null }) {
  const { t, formats, locale } = useShop();
  return (
    <a className="tool" href={links.cart(locale)} data-cart-badge="">
      <Icon name="cart" />
      <span className="t">
        {t('common:header.cart')}
        {cart ? (
          <small className="sync" data-state={cart.state}>
            {t(`common:sync.${cart.state}`)}
          </small>
        ) : null}
      </span>
      {cart && cart.count > 0 ? (
        <span className="count">
          {formats.number(cart.count)}
          <span className="vh"> {t('common:header.items', { count: cart.count })}</span>
        </span>
      ) : null}
    </a>
  );
}
