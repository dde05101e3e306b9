/**
 * Names and codes of countries (contract/erp.md 8.8): generic servers send an address with `country_id`
 * alone. Loaded once per locale for everybody; a failure is logged and addresses go without their country.
 */
import { z } from 'zod';
import type { Address } from '~/features/cart/cart';
import type { PageRequest } from '~/http/page';

const SettingsWire = z.object({
  countries: z
    .array(
      z
        .object({ id: z.number(), name: z.string(), code: z.string().nullish().catch(null) })
        .nullable()
        .catch(null),
    )
    .catch([]),
});

export type Countries = ReadonlyMap<number, { id: number; name: string; code: string | null }>;

const hourMs = 60 * 60_000;

export async function countries(page: Pick<PageRequest, 'context' | 'locale'>): Promise<Countries> {
  const { context, locale } = page;
  const warn = (error: unknown): void =>
    context.log.warn(
      {
        event: 'settings.unavailable',
        error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      },
      'countries could not be loaded',
    );
  try {
    return await context.memory.recall(
      `erp-countries:${locale}`,
      { freshMs: 6 * hourMs, onFault: warn },
      async () => {
        const answer = await context.erp.call({ path: 'settings', anonymous: true }, SettingsWire);
        const found = answer.kind === 'ok' ? answer.body.countries : [];
        return new Map(
          found.flatMap((one) =>
            one ? [[one.id, { id: one.id, name: one.name, code: one.code ?? null }] as const] : [],
          ),
        );
      },
    );
  } catch (error) {
    warn(error);
    return new Map();
  }
}

const lacksCountry = ({ country, countryId }: Address): boolean =>
  country === null && countryId !== null;

/** Addresses with their countries; the settings are asked for only when one needs them. */
export async function withCountries(
  page: Pick<PageRequest, 'context' | 'locale'>,
  addresses: readonly Address[],
): Promise<Address[]> {
  if (!addresses.some(lacksCountry)) return [...addresses];
  const known = await countries(page);
  return addresses.map((address) =>
    lacksCountry(address)
      ? { ...address, country: known.get(address.countryId ?? 0) ?? null }
      : address,
  );
}
