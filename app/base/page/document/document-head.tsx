import stylesheet from '~/styles/shop.css?url';
import { fallbackLocale, isLocale, locales } from '~/base/i18n/locales';
import { links } from '~/base/i18n/links';
import type { Head } from './head';
import { useShop } from '../shop';

/** The page icon is inlined: on a slow connection, saving one request is worth 200 bytes. */
const icon =
  'data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 32 32%27%3E%3Crect width=%2732%27 height=%2732%27 rx=%277%27 fill=%27%230c4e99%27/%3E%3Cpath d=%27M16 12v8m-4-4h8m5.5 0a9.5 9.5 0 11-19 0 9.5 9.5 0 0119 0z%27 fill=%27none%27 stroke=%27%23fff%27 stroke-width=%273.2%27 stroke-linecap=%27round%27/%3E%3C/svg%3E';

/** JSON-LD inside a script element; escapes `<`, so that no text can end the element (P-26). */
const safeJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The addresses of this page by language: not every page exists in all languages. */
function languagesOf(head: Head, path: string): (readonly [language: string, path: string])[] {
  const [, own = '', ...below] = path.split('/');
  const isHome = below.length === 0;
  // A query that is part of the canonical address, such as the page number of a list, applies in every language.
  const [, query] = head.canonical?.split('?') ?? [];
  const whole = (one: string): string => (query ? `${one}?${query}` : one);
  const found = locales.flatMap((locale) => {
    if (locale === own) return [[locale, whole(path)] as const];
    const other = head.alternates ? head.alternates[locale] : `/${[locale, ...below].join('/')}`;
    return other && (isHome || other !== links.home(locale))
      ? [[locale, whole(other)] as const]
      : [];
  });
  const forOthers = found.find(([locale]) => locale === fallbackLocale)?.[1] ?? whole(path);
  return isLocale(own) ? [...found, ['x-default', forOthers]] : [];
}

export function DocumentHead({
  head,
  nonce,
  script,
  wasRead,
  toCorrect,
  namesSheet,
  analytics,
}: {
  head: Head | null;
  nonce: string | undefined;
  script: string | null;
  wasRead: boolean;
  /** The page shows a form with invalid fields. */
  toCorrect: boolean;
  /** False when the page inlines its styles and does not link the stylesheet in its head. */
  namesSheet: boolean;
  /** Address of the analytics script; null until the visitor has consented (CMS-07, P-75). */
  analytics: string | null;
}) {
  const { t, here, locale, origin, signedIn, brand } = useShop();
  // Search engines never sign in, so pages of signed-in customers have no metadata.
  const published = signedIn ? null : head;
  const [path = '/'] = here.split('?');
  const title = head && toCorrect ? t('common:form.toCorrect', { title: head.title }) : head?.title;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{[title, brand.name].filter(Boolean).join(' | ')}</title>
      {published?.description ? <meta name="description" content={published.description} /> : null}
      {published?.keywords ? <meta name="keywords" content={published.keywords} /> : null}
      {/* A browser uses the first `theme-color` whose media query matches; a brand's colour applies in dark mode
          too. */}
      {brand.sheet === null ? (
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e3a70" />
      ) : null}
      <meta name="theme-color" content={brand.colour} />
      {head === null || head.noindex ? <meta name="robots" content="noindex" /> : null}
      {published && !published.noindex ? (
        <>
          <link rel="canonical" href={origin + (published.canonical ?? path)} />
          {languagesOf(published, path).map(([language, href]) => (
            <link key={language} rel="alternate" hrefLang={language} href={origin + href} />
          ))}
        </>
      ) : null}
      {/* The script precedes the stylesheets, because an inline script after a stylesheet waits for that stylesheet. */}
      {head?.early ? (
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: head.early }} />
      ) : null}
      {namesSheet ? <link rel="stylesheet" href={stylesheet} /> : null}
      {brand.sheet ? <link rel="stylesheet" href={brand.sheet} /> : null}
      <link rel="icon" href={brand.icon?.data ?? icon} type="image/svg+xml" />
      <link rel="manifest" href={links.manifest(locale)} />
      {brand.icon ? null : <link rel="apple-touch-icon" href="/icons/apple-180.png" />}
      {script ? (
        <script type="module" src={script} nonce={nonce} data-read={wasRead ? '' : undefined} />
      ) : null}
      {analytics ? <script async src={analytics} nonce={nonce} /> : null}
    </head>
  );
}

/**
 * JSON-LD, which only search engines read, at the end of the page: on a slow connection each kilobyte before the text
 * takes a sixth of a second.
 */
export function StructuredData({ head }: { head: Head | null }) {
  const { signedIn } = useShop();
  if (signedIn) return null;
  return head?.structuredData?.map((data, at) => (
    <script
      key={at}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: safeJson(data) }}
    />
  ));
}

/**
 * Loads the whole stylesheet on the first page of a visit, for later pages; the first page inlines the styles that it
 * needs. The shop's script loads the stylesheet once the page is complete. On pages without that script, the link to it
 * follows all visible content.
 */
export function LaterSheet({ address, byScript }: { address: string; byScript: boolean }) {
  const link = <link rel="stylesheet" href={address} />;
  return byScript ? <noscript id="later-sheet">{link}</noscript> : link;
}
