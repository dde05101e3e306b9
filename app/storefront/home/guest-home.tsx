import { BecomeCustomer } from '~/account/dashboard/become-customer';
import { Snippet } from '~/content/articles/slot-links';
import type { Headline } from '~/content/articles/latest-news.server';
import type { NavigationEntry } from '~/storefront/layout/layout';
import type { Block } from '~/base/page/optional';
import { NewsletterPanel } from '~/content/newsletter/newsletter-panel';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Icon } from '~/base/ui/icon';
import { NewsPanel } from './news-panel';
import { Offers } from './offers';
import type { Offer } from './specials.server';

export interface GuestHomeView {
  kind: 'guest';
  offers: Block<readonly Offer[]>;
  news: Block<readonly Headline[]>;
  categories: readonly NavigationEntry[];
}

/** Home page of a guest: sign in, become a customer, and what the shop offers (HOME-01). */
export function GuestHome({ view }: { view: GuestHomeView }) {
  const { t, locale } = useShop();
  const { offers } = view;
  return (
    <>
      <div className="grid g-2 sign">
        <div className="panel block stack">
          <h1>{t('home:guest.title')}</h1>
          <p>{t('home:guest.lead')}</p>
          <Snippet code="home_welcome" />
          <a className="btn big wide" href={links.signIn(locale)}>
            <Icon name="lock" small />
            {t('account:signIn.title')}
          </a>
          {/* The sign-in button leads directly to the identity provider, so the help on signing in comes before it. */}
          <Snippet code="login_help" />
          <p className="muted">{t('home:guest.browse')}</p>
        </div>
        <BecomeCustomer />
      </div>
      {view.categories.length > 0 ? <Categories entries={view.categories} /> : null}
      {offers.ok && offers.value.length > 0 ? (
        <Offers offers={offers.value} inCart={new Map()} />
      ) : null}
      <div className="sub">
        <NewsPanel news={view.news} />
      </div>
      <div className="sub">
        <NewsletterPanel />
      </div>
    </>
  );
}

function Categories({ entries }: { entries: readonly NavigationEntry[] }) {
  const { t, locale } = useShop();
  return (
    <section className="sub">
      <div className="head">
        <h2>{t('home:departments')}</h2>
      </div>
      <ul className="tiles">
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={links.category(locale, entry.urlKey)}>{entry.name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
