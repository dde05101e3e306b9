/** Countries of the form: the ERP's, by code, or else Belgium and its neighbours, named by the runtime. */
import { settings } from '~/base/erp/settings.server';
import type { PageRequest } from '~/base/page/page';

export interface CountryOffered {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

const builtIn = ['BE', 'DE', 'FR', 'LU', 'NL'] as const;

export async function countriesOffered(
  page: Pick<PageRequest, 'context' | 'locale'>,
): Promise<readonly CountryOffered[]> {
  const { countries } = await settings(page);
  const known = countries.flatMap(({ code, name }) => (code ? [{ code, name }] : []));
  if (known.length > 0) return known;
  const names = new Intl.DisplayNames(page.context.site.tags[page.locale], { type: 'region' });
  return builtIn.map((code) => ({ code, name: names.of(code) ?? code }));
}
