/**
 * Loads the headlines for the home page (contract/erp.md 15.3, 6.17): `GET cms/content` with `type=news`, called
 * without a session, cached per locale for ten minutes and served stale while the ERP is unavailable.
 *
 * The response is not paged and contains whole articles; the shop caches only the properties of a headline. `url` has
 * no leading slash and begins with the language.
 */
import { z } from 'zod';
import type { PageRequest } from '~/base/page/page';
import { safeLink } from '~/base/page/untrusted/safe-link';
import { findRecord } from '~/base/erp/calls.server';
import { list, text } from '~/base/erp/wire-fields.server';

export interface Headline {
  id: number;
  title: string;
  foreword: string | null;
  href: string;
}

const mostHeadlines = 6;
const tenMinutes = 600_000;

const NewsWire = z.object({
  id: z.int(),
  lang: z.string(),
  url: z.string().min(1),
  data: z.object({ title: z.string().min(1), foreword: text }),
});
const ContentWire = z.object({ data: list(NewsWire) });

export async function findHeadlines(
  { context, locale }: Pick<PageRequest, 'context' | 'locale'>,
  count: number,
): Promise<readonly Headline[]> {
  const headlines = await context.cache.get<readonly Headline[]>(
    `headlines:${locale}`,
    {
      freshMs: tenMinutes,
      onFault: (error) =>
        context.log.warn(
          { event: 'headlines.stale', error: error instanceof Error ? error.message : '' },
          'news could not be read again',
        ),
    },
    async () => {
      const found = await findRecord(
        context,
        {
          path: 'cms/content',
          query: { type: 'news', lang: locale },
          anonymous: true,
          timeoutMs: 3_000,
        },
        ContentWire,
      );
      if (found === null) return [];
      return found.data
        .filter(({ lang }) => lang === locale)
        .slice(0, mostHeadlines)
        .flatMap(({ id, url, data }): Headline[] => {
          const link = safeLink(`/${url.replace(/^\/+/, '')}`, locale, context.site);
          return link ? [{ id, title: data.title, foreword: data.foreword, href: link.href }] : [];
        });
    },
  );
  return headlines.slice(0, count);
}
