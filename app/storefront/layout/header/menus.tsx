import { isLocale, locales, type Locale } from '~/base/i18n/locales';
import { links } from '~/base/i18n/links';
import { withAnswer } from '~/base/page/forms/answer-address';
import { useShop } from '~/base/page/shop';
import type { Head } from '~/base/page/document/head';
import { Icon } from '~/base/ui/icon';
import type { NavigationEntry } from '../layout';

/**
 * Number of categories shown next to the menu of all categories; customers see fewer, because links to their own pages
 * need room too.
 */
const besideMenu = { visitor: 3, customer: 2 } as const;

/** Categories, the customer's own pages and languages; a popover on phones. */
export function Menus({
  navigation,
  categories,
  head,
}: {
  navigation: readonly NavigationEntry[];
  /** Links of all categories, as rendered markup. */
  categories: string;
  head: Head | null;
}) {
  const { t, locale, here, signedIn, offers } = useShop();
  const [path = ''] = here.split('?');
  const current = (href: string) =>
    path === href || path.startsWith(`${href}/`) ? ('page' as const) : undefined;
  const entry = (href: string, text: string, className?: string) => (
    <li key={href}>
      <a href={href} className={className} aria-current={current(href)}>
        {text}
      </a>
    </li>
  );
  return (
    <nav className="nav" id="nav" popover="" aria-label={t('common:menu.label')}>
      <div className="wrap">
        <ul className="main">
          {navigation.length > 0 ? <AllCategories markup={categories} /> : null}
          {navigation
            .slice(0, signedIn ? besideMenu.customer : besideMenu.visitor)
            .map((one) => entry(links.category(locale, one.urlKey), one.name))}
          {signedIn && offers('GET wishlists')
            ? entry(links.wishlists(locale), t('common:menu.myLists'))
            : null}
          {signedIn ? entry(links.orders(locale), t('common:menu.orders')) : null}
          {offers('GET cms/content') ? entry(links.news(locale), t('common:menu.news')) : null}
          {entry(links.promotions(locale), t('common:menu.promotions'), 'gain')}
        </ul>
        <Languages head={head} />
      </div>
    </nav>
  );
}

function AllCategories({ markup }: { markup: string }) {
  const { t } = useShop();
  return (
    <li>
      <details className="drop-menu" name="top">
        <summary>
          <Icon name="menu" small />
          {t('common:menu.departments')}
        </summary>
        <ul className="drop left mega" dangerouslySetInnerHTML={{ __html: markup }} />
      </details>
    </li>
  );
}

/** Entries of the list of all categories. */
export function CategoryLinks({ navigation }: { navigation: readonly NavigationEntry[] }) {
  const { locale } = useShop();
  return navigation.map((one) => (
    <li key={one.id}>
      <a href={links.category(locale, one.urlKey)}>{one.name}</a>
    </li>
  ));
}

/**
 * Address of this page in another language: the page's address in that language if it differs, else the same path, or
 * the home page if that language lacks the page. The query (variant, filters, sort, page) is valid in all languages.
 * `answerId` identifies the displayed form answer; the address keeps it if the path stays the same. An address outside
 * the locales leads home (I18N-02).
 */
export function inLocale(
  other: Locale,
  here: string,
  head: Head | null,
  answerId: string | null = null,
): string {
  const [path = '', query] = here.split('?');
  const [, prefix, ...below] = path.split('/');
  if (!isLocale(prefix)) return links.home(other);
  const same = `/${[other, ...below].join('/')}`;
  const own =
    head?.alternates && other !== prefix ? (head.alternates[other] ?? links.home(other)) : same;
  const address = query && own !== links.home(other) ? `${own}?${query}` : own;
  return answerId !== null && own === same
    ? withAnswer(new URL(address, 'http://shop.invalid'), answerId)
    : address;
}

const ownName: Readonly<Record<Locale, string>> = {
  fr: 'français',
  nl: 'Nederlands',
  en: 'English',
};

function Languages({ head }: { head: Head | null }) {
  const { locale, here, answerId } = useShop();
  return (
    <div className="lang">
      {locales.map((other) => (
        <a
          key={other}
          href={inLocale(other, here, head, answerId)}
          lang={other}
          aria-current={other === locale || undefined}
          aria-label={`${other.toUpperCase()}, ${ownName[other]}`}
        >
          {other.toUpperCase()}
        </a>
      ))}
    </div>
  );
}
