import { Outlet, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ReactNode } from 'react';
import type { Frame } from '~/features/frame/frame';
import { loadFrame } from '~/features/frame/frame.server';
import { ErrorPage, errorStatus } from '~/features/frame/error-page';
import { Shell } from '~/features/frame/shell';
import { useEntryAssets } from '~/http/entry-assets';
import { DocumentHead } from '~/http/document-head';
import { Held, hold } from '~/http/held';
import { ShopContext, type Shop } from '~/http/shop';
import { formatsFor } from '~/i18n/formats';
import { fallbackLocale, isLocale } from '~/i18n/locales';
import { translator } from '~/i18n/translate';

interface RootView {
  frame: Frame;
  tag: string;
  locale: Shop['locale'];
  here: string;
  reference: string;
  origin: string;
  signedIn: boolean;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const [, prefix] = url.pathname.split('/');
  const locale = isLocale(prefix) ? prefix : fallbackLocale;
  return hold<RootView>({
    frame: await loadFrame({ context }),
    tag: context.site.tags[locale],
    locale,
    here: url.pathname + url.search,
    reference: context.requestId,
    origin: context.site.origin,
    signedIn: context.session.kind === 'customer',
  });
}

/** Pages that bring no frame of their own (the sign-in return). */
const isBare = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'bare' in handle && handle.bare === true;

export function Layout({ children }: { children: ReactNode }) {
  const { script, nonce } = useEntryAssets();
  const data: unknown = useRouteLoaderData('root');
  const matches = useMatches();
  const leaf = matches.at(-1);
  const root = data instanceof Held ? (Held.viewOf(data) as RootView) : null;
  const locale = root?.locale ?? fallbackLocale;
  const tag = root?.tag ?? 'fr-BE';
  const shop: Shop = {
    locale,
    tag,
    t: translator(locale),
    formats: formatsFor(tag),
    here: root?.here ?? `/${locale}`,
    signedIn: root?.signedIn ?? false,
    reference: root?.reference ?? '',
    origin: root?.origin ?? '',
  };
  const leafData: unknown = leaf?.data;
  const head = leafData instanceof Held ? Held.headOf(leafData) : null;
  return (
    <ShopContext.Provider value={shop}>
      <html lang={tag}>
        <DocumentHead head={head} nonce={nonce} script={script} />
        <body>
          {root === null || isBare(leaf?.handle) ? (
            children
          ) : (
            <Shell frame={root.frame}>{children}</Shell>
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
  const error = useRouteError();
  return <ErrorPage status={errorStatus(error)} error={error} />;
}
