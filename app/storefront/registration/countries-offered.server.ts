/**
 * Countries of the registration form, by code: the ERP's list, or Belgium and its neighbours with names from the
 * JavaScript runtime.
 */
import { settings } from '~/base/erp/settings.server';
import type { PageRequest } from '~/base/page/page';

export interface CountryOffered {
  /** Country code, ISO 3166-1 alpha-2. */
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
