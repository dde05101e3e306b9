/** Checkout as the shop sees it: what may be chosen, what is chosen, and the pure rules over both. */
import type { Address, Cart } from '~/features/cart/cart';
import type { Cents } from '~/kernel/money';

export interface Carrier {
  id: number;
  name: string;
  code: string | null;
  description: string | null;
  /** For this cart; null where the ERP does not tell. */
  price: Cents | null;
  /** Delivers to a pickup point, which has to be chosen too. */
  needsPoint: boolean;
}

export interface PickupPoint {
  /** Null for a point that only its carrier knows. */
  id: number | null;
  carrierId: number | null;
  code: string;
  name: string;
  street: string | null;
  street2: string | null;
  zip: string | null;
  city: string | null;
  phone: string | null;
  stateCode: string | null;
  countryCode: string | null;
}

export const requiredParts = ['name', 'street', 'zip', 'city'] as const;
export type AddressPart = (typeof requiredParts)[number];

/** What an address lacks to be delivered to or invoiced; a drop-off site lacks nothing (CHK-01). */
export function missingParts(address: Address): AddressPart[] {
  if (address.isDropoffSite) return [];
  return requiredParts.filter((part) => (address[part] ?? '').trim() === '');
}

export const isValidAddress = (address: Address | null): address is Address =>
  address !== null && missingParts(address).length === 0;

/** Lower case without accents, so that `Liège` is found as `liege`. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Every word typed must occur in one of the parts. */
export function holdsWords(parts: readonly (string | null | undefined)[], typed: string): boolean {
  const hay = folded(parts.filter(Boolean).join(' '));
  return folded(typed)
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

export const matchesAddress = (address: Address, typed: string): boolean => {
  const { name, street, street2, zip, city, country } = address;
  return holdsWords([name, street, street2, zip, city, country?.name], typed);
};

/** Most sheets of addresses are short; beyond this many, a search is worth its place. */
export const searchFrom = 4;
/** More cards do not help to choose; the search finds the others. */
export const maxShown = 40;

/** The cart goes to a pickup point, not to an address of the customer. */
export const goesToPoint = (cart: Cart, addresses: readonly Address[]): boolean => {
  const { address } = cart.delivery;
  return (
    address !== null && address.isDropoffSite && !addresses.some(({ id }) => id === address.id)
  );
};

/** What the customer was shown as chosen: names the values of `point` and `pay` that are no ids. */
export const samePoint = 'current';
export const onAccount = 'account';

/** The note as it was typed: without the line that `noteWithSerial` has added on an earlier try. */
export const noteWithoutSerial = (note: string, label: string): string =>
  note
    .split('\n')
    .filter((line) => !line.startsWith(`${label}: `))
    .join('\n')
    .trim();

/**
 * The note with the serial number as its last line, for an order that a payment will confirm: that way has
 * no field for the number (contract/erp.md 9.13, 12.6).
 */
export const noteWithSerial = (note: string, label: string, serial: string): string =>
  `${noteWithoutSerial(note, label)}\n${label}: ${serial}`.trim();
