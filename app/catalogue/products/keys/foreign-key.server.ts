/**
 * Resolves a key of another language below this language's prefix: a shared link whose language was edited by hand
 * (I18N-02).
 */
import { z } from 'zod';
import type { PageRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { locales, type Locale } from '~/base/i18n/locales';
import { number } from '~/base/erp/wire-fields.server';
import { bareKeyBody } from './bare-key.server';
import { KeysByLang, keyIn } from './localized-keys.server';

const minuteMs = 60_000;
type Kind = 'product' | 'category';

const Found = z.object({ level: number, url_key_locales: KeysByLang });

async function ownAddress(page: PageRequest, key: string, other: Locale, kinds: readonly Kind[]) {
  const { search, site } = page.context;
  const answer = await search.search(other, {
    index: ['products', 'categories'],
    operation: 'key of another language',
    body: bareKeyBody(key),
  });
  for (const { _source } of answer.hits) {
    const found = Found.safeParse(_source).data;
    const own = found && keyIn(found.url_key_locales, page.locale, site.tags);
    // Only categories have a level, whatever the indices are called.
    const kind: Kind = typeof found?.level === 'number' ? 'category' : 'product';
    if (own && kinds.includes(kind)) return links[kind](page.locale, own);
  }
  return null;
}

/**
 * Address below this locale of the product or category that another language knows by this key; null when none does.
 */
export const findForeignKey = (
  page: PageRequest,
  key: string,
  kinds: readonly Kind[] = ['product', 'category'],
): Promise<string | null> =>
  page.context.cache.get(
    `foreign-key:${page.locale}:${kinds.join()}:${key}`,
    { freshMs: minuteMs, staleMs: 0 },
    async () => {
      const others = locales.filter((locale) => locale !== page.locale);
      const found = await Promise.all(others.map((other) => ownAddress(page, key, other, kinds)));
      return found.find((address) => address !== null) ?? null;
    },
  );
