/**
 * Categories by their current key or an old one (contract/search.md 3.19), cached for a minute per locale. `parent` and
 * `childs` are recursive and are traversed here.
 */
import { z } from 'zod';
import { plainText, safeHtml } from '~/base/page/untrusted/safe-html.server';
import type { PageRequest } from '~/base/page/page';
import type { Category } from './category';
import { eachOnce } from '../descriptions.server';
import { underKey } from '../keys/key-clause.server';
import { cutDescription, joinedSentences } from '../meta-text';
import { inSequence } from '../wire/card-wire.server';
import { pictureAddress } from '../picture-address';
import type { CategoryRef } from '../product';
import { CategoryWire, NodeWire } from './category-wire.server';

const minuteMs = 60_000;
const deepestLevel = 20;

export const categoryBody = (key: string) => ({
  size: 1,
  timeout: '1500ms',
  query: underKey(key),
});

const refOf = (wire: z.infer<typeof NodeWire>): CategoryRef | null =>
  wire.name && wire.url_key
    ? { id: wire.id, name: wire.name, urlKey: wire.url_key, level: wire.level ?? 0 }
    : null;

function ancestorsOf(parent: unknown): CategoryRef[] {
  const found: CategoryRef[] = [];
  let node = NodeWire.extend({ parent: z.unknown().optional() }).safeParse(parent);
  while (node.success && found.length < deepestLevel) {
    const ref = refOf(node.data);
    if (ref) found.unshift(ref);
    node = NodeWire.extend({ parent: z.unknown().optional() }).safeParse(node.data.parent);
  }
  return found;
}

/** Sorted by sequence when the ERP sends one; otherwise in the order of the document. */
function childrenOf(childs: readonly z.infer<typeof NodeWire>[]): CategoryRef[] {
  const ordered = childs
    .map((child, position) => ({ child, position }))
    .sort(
      (a, b) =>
        (a.child.sequence ?? Number.MAX_SAFE_INTEGER) -
          (b.child.sequence ?? Number.MAX_SAFE_INTEGER) || a.position - b.position,
    );
  return ordered.flatMap(({ child }) => refOf(child) ?? []);
}

function read(source: unknown, page: PageRequest): Category | null {
  const wire = CategoryWire.safeParse(source);
  if (!wire.success) return null;
  const { data } = wire;
  const ref = refOf(data);
  if (!ref) return null;
  const seoTitle = data.seo_title ?? ref.name;
  const { short, description } = eachOnce(
    plainText(data.short_description),
    safeHtml(data.description, page.locale, page.context.site),
  );
  const about = joinedSentences([ref.name, short, plainText(description)]);
  const [first] = inSequence(data.images);
  const image = first?.medium ?? first?.large ?? first?.small;
  const src = image ? pictureAddress(image.src) : null;
  return {
    ...ref,
    subtitle: data.subtitle,
    shortDescription: short || null,
    description,
    seoTitle,
    keywords: plainText(data.meta_keywords) || null,
    metaDescription: cutDescription(
      data.meta_description ? plainText(data.meta_description) : about,
    ),
    urlKeyByLang: data.url_key_locales,
    ancestors: ancestorsOf(data.parent),
    children: childrenOf(data.childs),
    picture: src ? { src, alt: image?.alt ?? '' } : null,
  };
}

/** Null when no category has or had this key. Throws UpstreamFailure when search is unavailable. */
export async function findCategory(page: PageRequest, key: string): Promise<Category | null> {
  const { cache, search } = page.context;
  return cache.get(
    `category:${page.locale}:${key}`,
    { freshMs: minuteMs, staleMs: 0 },
    async () => {
      const answer = await search.search(page.locale, {
        index: 'categories',
        operation: 'category by key',
        allowPartial: false,
        body: categoryBody(key),
      });
      return read(answer.hits[0]?._source, page);
    },
  );
}
