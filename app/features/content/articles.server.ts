/**
 * News and pages that the back office publishes (contract/erp.md 15.3, 6.17): `GET cms/content`, asked for
 * without a session, kept per language for ten minutes and served stale while the back office is ill.
 *
 * Quirks: the answer is unpaged and whole; `url` has no leading slash and begins with the language; an ERP
 * without the call answers 404 `Not Found`, which reads as nothing published.
 */
import { z } from 'zod';
import { list } from '~/features/catalogue/wire/wire-fields.server';
import type { PageRequest } from '~/http/page';
import { locales, type Locale } from '~/i18n/locales';
import type { SafeHtml } from '~/ui/html';
import { safeHtml } from './safe-html.server';

export interface Article {
  id: number;
  /** Path of this site. */
  path: string;
  /** The same article in the other languages. */
  alternates: Partial<Record<Locale, string>>;
  title: string;
  foreword: string | null;
  /** Null when nothing of it was fit to be shown. */
  content: SafeHtml | null;
}

const ArticleWire = z.object({
  id: z.int(),
  lang: z.string(),
  url: z.string().min(1),
  url_locales: z.record(z.string(), z.string()).nullish(),
  data: z.object({ title: z.string().min(1), foreword: z.string().nullish(), content: z.string() }),
});
const ContentWire = z.object({ data: list(ArticleWire) });

const tenMinutes = 600_000;
const pathOf = (url: string): string => `/${url.replace(/^\/+/, '')}`;

function alternatesOf(urls: Readonly<Record<string, string>>): Article['alternates'] {
  const known = locales.flatMap((locale) => {
    const url = urls[locale];
    return url ? [[locale, pathOf(url)] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Every published article of one kind in the page's language, newest first as the back office sends them. */
export function listArticles(
  { context, locale }: Pick<PageRequest, 'context' | 'locale'>,
  type: 'news' | 'page',
): Promise<readonly Article[]> {
  const onFault = (error: unknown): void =>
    context.log.warn(
      { event: 'content.stale', type, error: error instanceof Error ? error.message : '' },
      'content could not be read again',
    );
  return context.memory.recall<readonly Article[]>(
    `content:${type}:${locale}`,
    { freshMs: tenMinutes, onFault },
    async () => {
      const query = { type, lang: locale };
      const call = { path: 'cms/content', query, anonymous: true, timeoutMs: 3_000 };
      const answer = await context.erp.call(call, ContentWire);
      if (answer.kind !== 'ok') return [];
      return answer.body.data
        .filter(({ lang }) => lang === locale)
        .map(({ id, url, url_locales, data }) => ({
          id,
          path: pathOf(url),
          alternates: alternatesOf(url_locales ?? {}),
          title: data.title,
          foreword: data.foreword ?? null,
          content: safeHtml(data.content, locale),
        }));
    },
  );
}

/** The article at this very address, or null. */
export async function findArticle(
  page: Pick<PageRequest, 'context' | 'locale' | 'url'>,
  type: 'news' | 'page',
): Promise<Article | null> {
  const wanted = decodeURI(page.url.pathname).replace(/\/+$/, '');
  return (await listArticles(page, type)).find(({ path }) => path === wanted) ?? null;
}
