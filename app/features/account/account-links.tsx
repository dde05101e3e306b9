import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';

/** Every page of the account, from its dashboard. */
export function AccountLinks() {
  const { t, locale } = useShop();
  const pages = [
    [links.orders(locale), t('common:menu.orders')],
    [links.wishlists(locale), t('common:menu.wishlists')],
    [links.quotations(locale), t('common:menu.quotations')],
    [links.productsOnOrder(locale), t('common:menu.productsOnOrder')],
    [links.documents(locale), t('documents:title')],
    [links.smallAds(locale), t('small-ads:title')],
    [links.profile(locale), t('profile:title')],
  ] as const;
  return (
    <nav className="seg" aria-label={t('account:dashboard.pages')} id="account-pages">
      {pages.map(([href, text]) => (
        <a key={href} href={href}>
          {text}
        </a>
      ))}
    </nav>
  );
}
