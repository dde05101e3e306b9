import type { ReactNode } from 'react';
import type { Head } from '~/http/head';
import { useShop } from '~/http/shop';
import { Advertisements } from './advertisements';
import { ConsentForm } from './consent-form';
import { Footer } from './footer';
import type { Frame } from './frame';
import { Header } from './header';
import { KeptFormPanel } from './kept-form-panel';
import { Menus } from './menus';
import { Strips } from './strips';
import { Toasts } from './toasts';

/** Where people order, pay or sign in, nothing else asks for their attention. */
const isQuiet = (path: string): boolean => /^\/\w+\/(account|cart)/.test(path);

/** Header, menus, page, footer (SHELL-01). */
export function Shell({
  frame,
  head,
  children,
}: {
  frame: Frame;
  head: Head | null;
  children: ReactNode;
}) {
  const { t, here } = useShop();
  return (
    <>
      <a className="skip" href="#main">
        {t('common:skip')}
      </a>
      <Header frame={frame} />
      <Menus navigation={frame.navigation} head={head} />
      <Strips frame={frame} />
      <main id="main" className="wrap">
        {frame.keptForm ? <KeptFormPanel form={frame.keptForm} /> : null}
        {children}
        {isQuiet(here) ? null : (
          <Advertisements
            items={frame.advertisements.filter(({ slot }) => slot === 'bottom_right')}
          />
        )}
      </main>
      {frame.asksConsent ? (
        <section className="wrap consent-box" aria-label={t('common:consent.label')}>
          <ConsentForm back={here} className="panel consent" />
        </section>
      ) : null}
      <Footer />
      <Toasts notifications={frame.notifications} />
    </>
  );
}
