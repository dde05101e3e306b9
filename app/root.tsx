import { Outlet, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import type { ReactNode } from 'react';
import { FailedFormPanel } from '~/features/layout/banners/saved-form-panel';
import { ErrorPage, errorTitle } from '~/features/layout/error-page';
import type { PageLayout } from '~/features/layout/layout';
import { consentCookie, loadLayout } from '~/features/layout/layout.server';
import { Shell } from '~/features/layout/shell';
import { keptParts } from '~/page/cached-markup.server';
import { DocumentHead, LaterSheet, StructuredData } from '~/page/document/document-head';
import { useEntryAssets } from '~/page/document/entry-assets';
import { answerIdOf, withoutAnswer } from '~/page/forms/answer-address';
import { hereOf } from '~/page/here';
import { newIdempotencyKey } from '~/page/forms/idempotency-key.server';
import { findAnswer, inEveryLanguage, type StoredAnswer } from '~/page/forms/stored-answers.server';
import { takeNotices } from '~/page/forms/notices.server';
import { keepVisit, visitOf } from '~/page/forms/visit.server';
import { optional, valueOr } from '~/page/optional';
import { ViewData, viewData } from '~/page/view-data';
import type { PageRequest } from '~/page/page';
import { policyOf, routeOf } from '~/routing/match';
import { noBrand, ShopContext, type Brand, type Shop } from '~/page/shop';
import { noContent } from '~/page/site-content';
import { detectLocale, rememberLocale } from '~/i18n/detect.server';
import { formatsFor } from '~/i18n/formats';
import { fallbackLocale, isLocale } from '~/i18n/locales';
import { translator } from '~/i18n/translate';

export interface RootView {
  layout: PageLayout;
  tag: string;
  locale: Shop['locale'];
  /** Path and query of the page, for its links. */
  here: string;
  /** The same with the answer it shows, to try it again. */
  again: string;
  /** What the form was answered with whose redirect led here. */
  answer: StoredAnswer | null;
  /** Its id, where it can be shown in any language. */
  answerId: string | null;
  reference: string;
  origin: string;
  brand: Brand;
  version: string;
  savesData: boolean;
  /** A fresh key for a form of the page. */
  formKey: () => string;
  /** A guest's page is kept whole. */
  kept: Shop['kept'];
  /** Asked when the page is rendered: a loader may just have found out. */
  offers: (call: string) => boolean;
  at: Date;
  /** Address of the analytics script, once the visitor has agreed. */
  analytics: string | null;
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const asked = new URL(request.url);
  const url = withoutAnswer(asked);
  const [, prefix] = url.pathname.split('/');
  const locale = isLocale(prefix) ? prefix : await detectLocale(request);
  const page: PageRequest = { context, request, url, locale, params, t: translator(locale) };
  const policy = routeOf(url.pathname)?.policy;
  const isGuest = context.session.kind === 'guest';
  // A page with a form for visitors: what it is answered with is found by this.
  if (isGuest && policy?.guard === 'open' && policy.rate.post && !visitOf(page)) keepVisit(page);
  const answerId = answerIdOf(asked);
  const answer = await answerFor(page, answerId);
  const { notices, headers } = takeNotices(page);
  const view: RootView = {
    layout: await loadLayout(page, notices),
    tag: context.site.tags[locale],
    locale,
    here: hereOf(url, locale),
    again: asked.pathname + asked.search,
    answer,
    answerId: answer && inEveryLanguage(answer) ? answerId : null,
    reference: context.requestId,
    origin: context.site.origin,
    brand: context.site.brand,
    version: context.site.version,
    formKey: () => newIdempotencyKey(page),
    savesData: context.savesData,
    kept: isGuest ? null : keptParts(page),
    offers: (call) => context.erp.offers(call),
    at: context.clock.now(),
    analytics: context.cookies.read(consentCookie) === 'yes' ? context.site.analyticsSrc : null,
  };
  // Cookies of a loader reach the browser with the page only: a redirect on the way keeps the messages.
  const remembering = new Headers(headers);
  const remembered = isLocale(prefix) ? await rememberLocale(page) : null;
  if (remembered) remembering.append('Set-Cookie', remembered);
  return data(viewData(view), { headers: remembering });
}

/** What a form was answered with; a page that cannot have it is shown without. */
const answerFor = async (page: PageRequest, id: string | null): Promise<StoredAnswer | null> =>
  id === null || page.request.method !== 'GET'
    ? null
    : valueOr(await optional(page, 'answer', () => findAnswer(page, id, page.url.pathname)), null);

function useRootView(): RootView | null {
  const loaded: unknown = useRouteLoaderData('root');
  return loaded instanceof ViewData ? (ViewData.viewOf(loaded) as RootView) : null;
}

export function Layout({ children }: { children: ReactNode }) {
  const {
    script: entryScript,
    wasRead,
    toCorrect,
    nonce,
    laterSheet,
    frameless,
  } = useEntryAssets();
  const root = useRootView();
  const leaf = useMatches().at(-1);
  const policy = policyOf(leaf?.id);
  const error = useRouteError();
  const known = root ?? frameless;
  const locale = known?.locale ?? fallbackLocale;
  const tag = known?.tag ?? 'fr-BE';
  const shop: Shop = {
    locale,
    tag,
    t: translator(locale),
    formats: formatsFor(tag),
    here: known?.here ?? `/${locale}`,
    formKey: root?.formKey ?? (() => ''),
    savesData: root?.savesData ?? false,
    answerId: root?.answerId ?? null,
    signedIn: root?.layout.customer !== null && root !== null,
    mayOrder: root?.layout.customer?.canOrder ?? true,
    reference: known?.reference ?? '',
    origin: known?.origin ?? '',
    brand: known?.brand ?? noBrand,
    offers: root?.offers ?? (() => true),
    version: known?.version ?? '',
    at: root?.at ?? null,
    content: root?.layout.content ?? noContent,
    ordered: root?.layout.ordered ?? new Map(),
    kept: root?.kept ?? null,
  };
  const script = shop.signedIn || error || policy?.scripts !== 'customers' ? entryScript : null;
  const leafData: unknown = leaf?.data;
  const head = leafData instanceof ViewData && !error ? ViewData.headOf(leafData) : null;
  return (
    <ShopContext.Provider value={shop}>
      <html lang={tag}>
        <DocumentHead
          head={error ? { title: errorTitle(error, shop.t), noindex: true } : head}
          nonce={nonce}
          script={script}
          wasRead={wasRead}
          toCorrect={toCorrect}
          namesSheet={laterSheet === null}
          analytics={root?.analytics ?? null}
        />
        <body>
          {root === null || policy?.layout === 'bare' ? (
            <main id="main" className="wrap bare">
              {root === null && frameless?.answer?.kind === 'failed' ? (
                <FailedFormPanel answer={frameless.answer} />
              ) : null}
              {children}
            </main>
          ) : (
            <Shell
              layout={root.layout}
              head={head}
              failed={error !== undefined && error !== null}
              answer={root.answer}
              quiet={policy?.quiet ?? false}
            >
              {children}
            </Shell>
          )}
          <StructuredData head={head} />
          {laterSheet ? <LaterSheet address={laterSheet} byScript={script !== null} /> : null}
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
    <ErrorPage
      error={useRouteError()}
      again={root?.again ?? null}
      back={root?.layout.cameFrom ?? null}
      done={root?.layout.notifications ?? []}
    />
  );
}
