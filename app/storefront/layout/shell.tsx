import type { ReactNode } from 'react';
import { SessionTag } from '~/account/dashboard/session/session-tag';
import { belongsOn } from '~/content/articles/announcements';
import { CartIslandTag } from '~/ordering/cart/island/cart-island-tag';
import type { Head } from '~/base/page/document/head';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { joinWithDots } from '~/base/ui/dotted';
import { Advertisements } from './banners/advertisements';
import { ConsentForm } from './banners/consent-form';
import type { PageLayout } from './layout';
import { Header } from './header/header';
import type { StoredAnswer } from '~/base/page/forms/stored-answers.server';
import { FailedFormPanel, SavedFormPanel } from './banners/saved-form-panel';
import { Menus } from './header/menus';
import { SiteBanners } from './banners/banners';
import { Toasts } from './banners/toasts';

/** Header, menus, page, footer (SHELL-01). */
export function Shell({
  layout,
  head,
  failed,
  answer,
  quiet: isQuiet,
  children,
}: {
  layout: PageLayout;
  head: Head | null;
  /** The page failed to load, so the frame shows nothing else that demands attention. */
  failed: boolean;
  /** The stored answer to the form whose redirect led to this page. */
  answer: StoredAnswer | null;
  /**
   * From the route's policy: true for pages on which people order, pay, sign in or write; these show no advertisements.
   */
  quiet: boolean;
  children: ReactNode;
}) {
  const { t, here, locale, formats, at } = useShop();
  const { customer } = layout;
  const quiet = failed || isQuiet;
  const [path] = here.split('?');
  return (
    <>
      <a className="skip" href="#main">
        {t('common:skip')}
      </a>
      <Header layout={layout} />
      <Menus navigation={layout.navigation} categories={layout.markup.categories} head={head} />
      <SiteBanners layout={layout} />
      {customer ? (
        <p className="wrap for-paper">
          {joinWithDots([
            customer.name,
            customer.ref ? t('common:header.customer', { ref: customer.ref }) : null,
            at ? formats.date(at) : null,
          ])}
        </p>
      ) : null}
      <main id="main" className="wrap">
        {layout.savedForm ? (
          <SavedFormPanel form={layout.savedForm} />
        ) : answer?.kind === 'failed' ? (
          <FailedFormPanel answer={answer} />
        ) : null}
        {children}
        {quiet ? null : (
          <Advertisements
            items={layout.advertisements.filter((one) =>
              belongsOn(one, path === links.home(locale)),
            )}
          />
        )}
      </main>
      {layout.asksConsent && !failed && !here.startsWith(links.consent(locale)) ? (
        <section className="wrap consent-box no-print" aria-label={t('common:consent.label')}>
          <ConsentForm back={here} className="panel consent" />
        </section>
      ) : null}
      <footer className="foot" dangerouslySetInnerHTML={{ __html: layout.markup.footer }} />
      <Toasts notifications={failed ? [] : layout.notifications} />
      <CartIslandTag badge={layout.cart} />
      <SessionTag name={layout.session} />
    </>
  );
}
