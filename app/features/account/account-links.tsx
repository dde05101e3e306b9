import { useShop } from '~/page/shop';
import { routeTable } from '~/routing/table';

const entries = routeTable.flatMap(({ pattern, accountMenu }) =>
  accountMenu === null ? [] : [{ pattern, label: accountMenu }],
);

/** The ERP's call without which a page has nothing to show. */
const calls: Readonly<Record<string, string>> = {
  ':locale/account/wishlists': 'GET wishlists',
  ':locale/account/quotations': 'GET quotations',
  ':locale/account/products_on_order': 'GET products_on_order',
  ':locale/account/documents': 'GET documents',
  ':locale/account/smallads': 'GET classified_ads/search',
};

/** Every page of the account, from its dashboard: what the table of routes lists there. */
export function AccountLinks() {
  const { t, locale, offers } = useShop();
  return (
    <nav className="panel" aria-labelledby="account-pages">
      <h2 id="account-pages">{t('account:dashboard.pages')}</h2>
      <ul className="list">
        {entries
          .filter(({ pattern }) => offers(calls[pattern] ?? ''))
          .map(({ pattern, label }) => (
            <li key={pattern}>
              <a href={`/${pattern.replace(':locale', locale)}`}>{t(label)}</a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
