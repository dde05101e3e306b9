/** The document: `<html>` with its language, head, styles and scripts. The layouts render its body. */
import type { ReactNode } from 'react';
import { Outlet } from '~/base/framework/view';
import { errorTitle } from '~/storefront/layout/error-page';
import {
  PageFrame,
  RouteErrorPage,
  useFrame,
  useLeaf,
  type FrameView,
} from '~/storefront/layout/frame';
import { formatsFor } from '~/base/i18n/formats';
import { fallbackLocale } from '~/base/i18n/locales';
import { translator } from '~/base/i18n/translate';
import { DocumentHead, LaterSheet, StructuredData } from '~/base/page/document/document-head';
import { useEntryAssets, type Frameless } from '~/base/page/document/entry-assets';
import { noBrand, ShopContext, type Shop } from '~/base/page/shop';
import { noContent } from '~/base/page/site-content';

/** Builds the shop context for all components. `frameless` supplies the values when no layout loader has run. */
function shopOf(frame: FrameView | null, frameless: Frameless | null): Shop {
  const known = frame ?? frameless;
  const locale = known?.locale ?? fallbackLocale;
  const tag = known?.tag ?? 'fr-BE';
  return {
    locale,
    tag,
    t: translator(locale),
    formats: formatsFor(tag),
    here: known?.here ?? `/${locale}`,
    formKey: frame?.formKey ?? (() => ''),
    savesData: frame?.savesData ?? false,
    askAbove: frame?.askAbove ?? Infinity,
    answerId: frame?.answerId ?? null,
    signedIn: frame !== null && frame.layout.customer !== null,
    mayOrder: frame?.layout.customer?.canOrder ?? true,
    reference: known?.reference ?? '',
    origin: known?.origin ?? '',
    brand: known?.brand ?? noBrand,
    offers: frame?.offers ?? (() => true),
    version: known?.version ?? '',
    at: frame?.at ?? null,
    content: frame?.layout.content ?? noContent,
    ordered: frame?.layout.ordered ?? new Map(),
    kept: frame?.kept ?? null,
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const assets = useEntryAssets();
  const { nonce, laterSheet, error } = assets;
  const frame = useFrame();
  const { policy, head } = useLeaf();
  const shop = shopOf(frame, assets.frameless);
  const isScripted = shop.signedIn || error !== null || policy?.scripts !== 'customers';
  const script = isScripted ? assets.script : null;
  return (
    <ShopContext.Provider value={shop}>
      <html lang={shop.tag}>
        <DocumentHead
          head={error === null ? head : { title: errorTitle(error, shop.t), noindex: true }}
          nonce={nonce}
          script={script}
          wasRead={assets.wasRead}
          toCorrect={assets.toCorrect}
          namesSheet={laterSheet === null}
          analytics={frame?.analytics ?? null}
        />
        <body>
          {children}
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

/** Renders errors of addresses without a locale layout, and errors of that layout itself. */
export function ErrorBoundary() {
  return (
    <PageFrame>
      <RouteErrorPage />
    </PageFrame>
  );
}
