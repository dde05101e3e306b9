/**
 * Loads the ERP's pages by slot and text snippets by code (CMS-01; contract/erp.md 6.17), which every page may show
 * around its content. Cached per language for ten minutes. A failure is cached for one minute, so that pages do not
 * wait for the ERP repeatedly.
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { list } from '~/base/erp/wire-fields.server';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { SafeHtml } from '~/base/ui/html';
import { safeHtml } from '~/base/page/untrusted/safe-html.server';
import type { SiteContent } from '~/base/page/site-content';
import { listArticles } from './articles.server';
import { legalGroup } from './legal-group';

type SlotPage = SiteContent['pages'][number];
type Page = Pick<PageRequest, 'context' | 'locale'>;

const tenMinutes = 600_000;
const oneMinute = 60_000;

const SnippetsWire = z.object({
  data: list(
    z.object({
      lang: z.string(),
      data: z.object({ code: z.string().min(1), content: z.string() }),
    }),
  ),
});

async function readSnippets({ context, locale }: Page): Promise<ReadonlyMap<string, SafeHtml>> {
  const query = { type: 'snippet', lang: locale };
  const call = { path: 'cms/content', query, anonymous: true, timeoutMs: 1_500 };
  const found = await findRecord(context, call, SnippetsWire);
  return new Map(
    found?.data.flatMap(({ lang, data }) => {
      const html = lang === locale ? safeHtml(data.content, locale, context.site) : null;
      return html ? [[data.code, html] as const] : [];
    }),
  );
}

async function readPages(page: Page): Promise<readonly SlotPage[]> {
  const articles = await listArticles(page, 'page');
  return articles
    .filter(({ slots, group }) => slots.length > 0 || group === legalGroup)
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ title, path, slots, group }) => ({ title, path, slots, group }));
}

/** The value, or its absence for a minute, so that not every page calls an unavailable ERP. */
async function cacheOrAbsent<T>(
  page: Page,
  name: string,
  absent: T,
  read: () => Promise<T>,
): Promise<T> {
  const { cache, log } = page.context;
  const miss = `content-miss:${name}:${page.locale}`;
  const isMissed = await cache.get(miss, { freshMs: oneMinute, staleMs: 0 }, () =>
    cache
      .get(`content:${name}:${page.locale}`, { freshMs: tenMinutes }, read)
      .then(() => false)
      .catch((error: unknown) => {
        if (!isUpstreamFailure(error)) throw error;
        log.warn({ event: 'content.missing', name, reason: error.reason }, 'content is left out');
        return true;
      }),
  );
  if (isMissed) return absent;
  return cache.get(`content:${name}:${page.locale}`, { freshMs: tenMinutes }, read);
}

export const findSlotPages = (page: Page): Promise<readonly SlotPage[]> =>
  cacheOrAbsent(page, 'slot-pages', [], () => readPages(page));

export const findSnippets = (page: Page): Promise<ReadonlyMap<string, SafeHtml>> =>
  cacheOrAbsent(page, 'snippets', new Map<string, SafeHtml>(), () => readSnippets(page));
