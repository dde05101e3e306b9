import { Outlet, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import type { ReactNode } from 'react';
import { ErrorPage, errorTitle } from '~/features/frame/error-page';
import type { Frame, Notification } from '~/features/frame/frame';
import { consentCookie, loadFrame } from '~/features/frame/frame.server';
import { Shell } from '~/features/frame/shell';
import { DocumentHead } from '~/http/document/document-head';
import { useEntryAssets } from '~/http/document/entry-assets';
import { takeNotices } from '~/http/forms/flash.server';
import { Held, hold } from '~/http/held';
import type { PageRequest } from '~/http/page';
import { says } from '~/http/route-handle';
import { ShopContext, type Shop } from '~/http/shop';
import { rememberLocale } from '~/i18n/detect.server';
import { formatsFor } from '~/i18n/formats';
import { fallbackLocale, isLocale } from '~/i18n/locales';
import { translator } from '~/i18n/translate';

export interface RootView {
  frame: Frame;
  tag: string;
  locale: Shop['locale'];
  here: string;
  reference: string;
  origin: string;
  at: Date;
  /** Address of the analytics script, once the visitor has agreed. */
  analytics: string | null;
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const [, prefix] = url.pathname.split('/');
  const locale = isLocale(prefix) ? prefix : fallbackLocale;
  const page: PageRequest = { context, request, url, locale, params, t: translator(locale) };
  const { notices: waiting, headers } = takeNotices(page);
  const notices =
    context.oversized === null ? waiting : [tooLarge(page, context.oversized.mb), ...waiting];
  const view: RootView = {
    frame: await loadFrame(page, notices),
    tag: context.site.tags[locale],
    locale,
    here: url.pathname + url.search,
    reference: context.requestId,
    origin: context.site.origin,
    at: context.clock.now(),
    analytics: context.cookies.read(consentCookie) === 'yes' ? context.site.analyticsSrc : null,
  };
  // Cookies of a loader reach the browser with the page only: a redirect on the way keeps the messages.
  const answer = new Headers(headers);
  const remembered = isLocale(prefix) ? await rememberLocale(page) : null;
  if (remembered) answer.append('Set-Cookie', remembered);
  return data(hold(view), { headers: answer });
}

const tooLarge = ({ t }: PageRequest, mb: number): Notification => ({
  tone: 'bad',
  text: t('cart:import.fault.too-large', { mb }),
});

function useRootView(): RootView | null {
  const loaded: unknown = useRouteLoaderData('root');
  return loaded instanceof Held ? (Held.viewOf(loaded) as RootView) : null;
}

export function Layout({ children }: { children: ReactNode }) {
  const { script, nonce } = useEntryAssets();
  const root = useRootView();
  const leaf = useMatches().at(-1);
  const error = useRouteError();
  const locale = root?.locale ?? fallbackLocale;
  const tag = root?.tag ?? 'fr-BE';
  const shop: Shop = {
    locale,
    tag,
    t: translator(locale),
    formats: formatsFor(tag),
    here: root?.here ?? `/${locale}`,
    signedIn: root?.frame.customer !== null && root !== null,
    reference: root?.reference ?? '',
    origin: root?.origin ?? '',
  };
  const leafData: unknown = leaf?.data;
  const head = leafData instanceof Held && !error ? Held.headOf(leafData) : null;
  return (
    <ShopContext.Provider value={shop}>
      <html lang={tag}>
        <DocumentHead
          head={error ? { title: errorTitle(error, shop.t), noindex: true } : head}
          nonce={nonce}
          script={shop.signedIn || error || !says(leaf?.handle, 'onlyRead') ? script : null}
          lists={!error && !says(leaf?.handle, 'noLists')}
          analytics={root?.analytics ?? null}
        />
        <body>
          {root === null || says(leaf?.handle, 'bare') ? (
            <main id="main" className="wrap bare">
              {children}
            </main>
          ) : (
            <Shell frame={root.frame} head={head} failed={error !== undefined && error !== null}>
              {children}
            </Shell>
          )}
        </body>
      </html>
    </ShopContext.Provider>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const root = useRootView();
  return (
    <ErrorPage error={useRouteError()} back={root?.frame.cameFrom ?? null} at={root?.at ?? null} />
  );
}
