import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { routeTable } from '~/base/routing/table';
import { Crumbs } from '~/base/ui/page/crumbs';

const listed = routeTable.flatMap(({ pattern, accountMenu }) =>
  accountMenu === null ? [] : [{ pattern, label: accountMenu }],
);
const isOwn = ({ pattern }: { pattern: string }): boolean => pattern.startsWith(':locale/account/');
/** Entries of the account menu: pages below /account first, then the others. */
const entries = [...listed.filter(isOwn), ...listed.filter((entry) => !isOwn(entry))];

/** The ERP call that each page depends on; when the ERP lacks the call, the menu omits the page. */
const calls: Readonly<Record<string, string>> = {
  ':locale/account/wishlists': 'GET wishlists',
  ':locale/account/quotations': 'GET quotations',
  ':locale/account/products_on_order': 'GET products_on_order',
  ':locale/account/documents': 'GET documents',
  ':locale/account/smallads': 'GET classified_ads/search',
  ':locale/account/alerts': 'GET promo_subscriptions',
};

/** Account pages that this ERP supports, with their addresses in the page's language. */
function useAccountPages() {
  const { t, locale, offers } = useShop();
  return entries
    .filter(({ pattern }) => offers(calls[pattern] ?? ''))
    .map(({ pattern, label }) => ({
      href: `/${pattern.replace(':locale', locale)}`,
      name: t(label),
    }));
}

/** The menu of all account pages in the route tree; empty for guests. */
export function AccountMenu() {
  const { t, here, signedIn } = useShop();
  const pages = useAccountPages();
  if (!signedIn) return null;
  const [path] = here.split('?');
  return (
    <nav className="sub no-print" aria-labelledby="account-pages">
      <h2 id="account-pages">{t('account:dashboard.pages')}</h2>
      <ul className="chips sub-s">
        {pages.map(({ href, name }) => (
          <li key={href}>
            <a
              className="btn quiet small"
              href={href}
              aria-current={href === path ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Breadcrumbs for an account page that cannot be displayed; its address determines its section. */
export function AccountCrumbs({ title }: { title: string }) {
  const { t, locale, here, signedIn } = useShop();
  const pages = useAccountPages();
  if (!signedIn) return null;
  const [path = ''] = here.split('?');
  const section = pages.find(({ href }) => path === href || path.startsWith(`${href}/`));
  const account = { name: t('orders:account'), href: links.account(locale) };
  if (section?.href === path) return <Crumbs items={[account, { name: section.name }]} />;
  return <Crumbs items={[account, ...(section ? [section] : []), { name: title }]} />;
}
