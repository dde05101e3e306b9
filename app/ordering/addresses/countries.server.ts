/**
 * Adds countries to addresses (contract/erp.md 8.8), because ERPs without the shop's own modules send only
 * `country_id`. If the ERP's settings are unavailable, the addresses have no country.
 */
import type { Address } from '~/ordering/cart/cart';
import { settings } from '~/base/erp/settings.server';
import type { PageRequest } from '~/base/page/page';

const lacksCountry = ({ country, countryId }: Address): boolean =>
  country === null && countryId !== null;

/** Returns the addresses with their countries. Loads the ERP's settings only when an address needs them. */
export async function withCountries(
  page: Pick<PageRequest, 'context' | 'locale'>,
  addresses: readonly Address[],
): Promise<Address[]> {
  if (!addresses.some(lacksCountry)) return [...addresses];
  const { countries } = await settings(page);
  const known = new Map(countries.map((country) => [country.id, country]));
  return addresses.map((address) =>
    lacksCountry(address)
      ? { ...address, country: known.get(address.countryId ?? 0) ?? null }
      : address,
  );
}

/** An order or a quotation with the countries of its addresses. */
export async function withPlaces<
  Placed extends { deliveryAddress: Address | null; invoicingAddress: Address | null },
>(page: Pick<PageRequest, 'context' | 'locale'>, placed: Placed): Promise<Placed> {
  const { deliveryAddress: ship, invoicingAddress: bill } = placed;
  const [ships, bills] = await Promise.all([
    withCountries(page, ship ? [ship] : []),
    withCountries(page, bill ? [bill] : []),
  ]);
  return { ...placed, deliveryAddress: ships[0] ?? null, invoicingAddress: bills[0] ?? null };
}
