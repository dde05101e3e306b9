/** Structured data of a category page for search engines: a collection, and its breadcrumbs. */
import { links } from '~/base/i18n/links';
import type { PageRequest } from '~/base/page/page';
import { crumbData } from '../crumb-data';
import type { Category } from './category';

export function categoryData(
  { locale, t, context }: Pick<PageRequest, 'locale' | 't' | 'context'>,
  { name, metaDescription, ancestors }: Category,
  path: string,
): readonly object[] {
  const { origin, tags } = context.site;
  const collection = {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name,
    url: origin + path,
    inLanguage: tags[locale],
    ...(metaDescription ? { description: metaDescription } : {}),
  };
  const steps = [
    { name: t('common:home'), path: links.home(locale) },
    ...ancestors.map((one) => ({ name: one.name, path: links.category(locale, one.urlKey) })),
    { name, path },
  ];
  return [collection, crumbData(origin, steps)];
}
