/**
 * Countries of addresses (contract/erp.md 8.8): generic servers send an address with `country_id` alone.
 * Where the settings cannot be had, addresses go without their country.
 */
import type { Address } from '~/ordering/cart/cart';
import { settings } from '~/base/erp/settings.server';
import type { PageRequest } from '~/base/page/page';

const lacksCountry = ({ country, countryId }: Address): boolean =>
  country === null && countryId !== null;

/** Addresses with their countries; the settings are asked for only when one needs them. */
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

/** An order or a quotation, the addresses that it goes to with their countries. */
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
