import type { ReactNode } from 'react';
import { SessionTag } from '~/features/account/session/session-tag';
import { CartIslandTag } from '~/features/cart/island/cart-island-tag';
import type { Head } from '~/http/document/head';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Advertisements } from './messages/advertisements';
import { ConsentForm } from './messages/consent-form';
import { Footer } from './foot/footer';
import type { Frame } from './frame';
import { Header } from './top/header';
import { KeptFormPanel } from './messages/kept-form-panel';
import { Menus } from './top/menus';
import { Strips } from './messages/strips';
import { Toasts } from './messages/toasts';

/** Where people order, pay, sign in or write to us, nothing else asks for their attention. */
const isQuiet = (path: string): boolean =>
  /^\/\w+\/(account|cart|form|contact|newsletter)/.test(path);

const isHome = (here: string): boolean => /^\/\w+(\?|$)/.test(here);

/** Header, menus, page, footer (SHELL-01). */
export function Shell({
  frame,
  head,
  failed,
  children,
}: {
  frame: Frame;
  head: Head | null;
  /** The page could not be shown: nothing else asks for attention. */
  failed: boolean;
  children: ReactNode;
}) {
  const { t, here, locale } = useShop();
  const quiet = failed || isQuiet(here);
  return (
    <>
      <a className="skip" href="#main">
        {t('common:skip')}
      </a>
      <Header frame={frame} />
      <Menus navigation={frame.navigation} head={head} />
      <Strips frame={frame} quiet={quiet} />
      <main id="main" className="wrap">
        {frame.keptForm ? <KeptFormPanel form={frame.keptForm} /> : null}
        {children}
        {quiet ? null : (
          <Advertisements
            items={frame.advertisements.filter(
              ({ slot }) => slot === 'bottom_right' || (slot === 'home' && isHome(here)),
            )}
          />
        )}
      </main>
      {frame.asksConsent && !failed && !here.startsWith(links.consent(locale)) ? (
        <section className="wrap consent-box" aria-label={t('common:consent.label')}>
          <ConsentForm back={here} className="panel consent" />
        </section>
      ) : null}
      <Footer />
      <Toasts notifications={frame.notifications} />
      <CartIslandTag badge={frame.cart} />
      <SessionTag name={frame.session} />
    </>
  );
}
