/**
 * News and pages that the ERP publishes (contract/erp.md 15.3, 6.17): `GET cms/content`, called without a session,
 * cached per language for ten minutes and served stale while the ERP is unavailable.
 *
 * The response is not paged and contains whole articles. `url` has no leading slash and begins with the language. An
 * ERP without the call responds 404 `Not Found`, which the shop treats as "nothing published".
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { list, mapOf, text } from '~/base/erp/wire-fields.server';
import type { PageRequest } from '~/base/page/page';
import { locales, type Locale } from '~/base/i18n/locales';
import type { SafeHtml } from '~/base/ui/html';
import { safeHtml } from '~/base/page/untrusted/safe-html.server';

export interface Article {
  id: number;
  /** Path of the article on this site. */
  path: string;
  /** The same article in the other languages. */
  alternates: Partial<Record<Locale, string>>;
  title: string;
  foreword: string | null;
  /** Sanitized content of the article; null when sanitizing left nothing to show. */
  content: SafeHtml | null;
  /** Slots of the shop in which links to the page appear, and the group with which it is listed there. */
  slots: readonly string[];
  group: string | null;
  sequence: number;
  thumbnail: Medium | null;
  image: Medium | null;
  file: Medium | null;
}

/** A picture or file of an article, served by the shop (`newsMedium`). */
interface Medium {
  /** Address of the picture or file on the ERP. */
  at: string;
  /** Alternative text of a picture; name of a file. */
  name: string;
}

const PictureWire = z
  .object({ url: z.string().min(1), alt_name: text })
  .transform(({ url, alt_name }): Medium => ({ at: url, name: alt_name ?? '' }))
  .nullish()
  .catch(null);
const FileWire = z
  .object({ url: z.string().min(1), name: z.string().min(1) })
  .transform(({ url, name }): Medium => ({ at: url, name }))
  .nullish()
  .catch(null);

const ArticleWire = z.object({
  id: z.int(),
  lang: z.string(),
  url: z.string().min(1),
  url_locales: mapOf(z.string().min(1)),
  data: z.object({
    title: z.string().min(1),
    foreword: text,
    content: text,
    slots: z.array(z.string()).catch([]),
    group: z.string().nullish().catch(null),
    sequence: z.number().catch(0),
    thumbnail: PictureWire,
    image: PictureWire,
    file: FileWire,
  }),
});
const ContentWire = z.object({ data: list(ArticleWire) });

const tenMinutes = 600_000;
const pathOf = (url: string): string => `/${url.replace(/^\/+/, '')}`;

function alternatesOf(urls: ReadonlyMap<string, string>): Article['alternates'] {
  const known = locales.flatMap((locale) => {
    const url = urls.get(locale);
    return url ? [[locale, pathOf(url)] as const] : [];
  });
  return Object.fromEntries(known);
}

/** All published articles of one kind in the page's language, newest first, as the ERP sends them. */
export function listArticles(
  { context, locale }: Pick<PageRequest, 'context' | 'locale'>,
  type: 'news' | 'page',
): Promise<readonly Article[]> {
  const onFault = (error: unknown): void =>
    context.log.warn(
      { event: 'content.stale', type, error: error instanceof Error ? error.message : '' },
      'content could not be read again',
    );
  return context.cache.get<readonly Article[]>(
    `content:${type}:${locale}`,
    { freshMs: tenMinutes, onFault },
    async () => {
      const query = { type, lang: locale };
      const call = { path: 'cms/content', query, anonymous: true, timeoutMs: 3_000 };
      const found = await findRecord(context, call, ContentWire);
      if (found === null) return [];
      return found.data
        .filter(({ lang }) => lang === locale)
        .map(({ id, url, url_locales, data }) => ({
          id,
          path: pathOf(url),
          alternates: alternatesOf(url_locales),
          title: data.title,
          foreword: data.foreword,
          content: safeHtml(data.content, locale, context.site),
          slots: data.slots,
          group: data.group ?? null,
          sequence: data.sequence,
          thumbnail: data.thumbnail ?? null,
          image: data.image ?? null,
          file: data.file ?? null,
        }));
    },
  );
}

/** The published article at exactly this address, or null. */
export async function findArticle(
  page: Pick<PageRequest, 'context' | 'locale' | 'url'>,
  type: 'news' | 'page',
): Promise<Article | null> {
  const wanted = pathAsked(page.url);
  return (await listArticles(page, type)).find(({ path }) => path === wanted) ?? null;
}

const pathAsked = ({ pathname }: URL): string => decodeURI(pathname).replace(/(?<!\/)\/+$/, '');

/**
 * Finds the article in this language when the address has this locale's prefix but the path of another language
 * (I18N-02).
 */
export async function findForeignArticle(
  { context, locale, url }: Pick<PageRequest, 'context' | 'locale' | 'url'>,
  type: 'news' | 'page',
): Promise<string | null> {
  const below = pathAsked(url).slice(locale.length + 1);
  for (const other of locales) {
    const articles = other === locale ? [] : await listArticles({ context, locale: other }, type);
    const own = articles.find(({ path }) => path === `/${other}${below}`)?.alternates[locale];
    if (own) return own;
  }
  return null;
}
