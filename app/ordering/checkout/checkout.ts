/** Checkout as the shop sees it: what may be chosen, what is chosen, and the pure rules over both. */
import type { Address, Cart } from '~/ordering/cart/cart';
import { sumsOf, type OrderSums } from '~/ordering/cart/order-sums';
import { folded } from '~/base/kernel/folding';
import { cents, type Cents } from '~/base/kernel/money';

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

/** Percent of VAT on carriage in Belgium: supposed until the cart has a fee that says, and compared before the order. */
const usualTax = 21;

function carriageTax({ delivery: { fees, tax }, amount }: Cart): number {
  if (fees && tax !== null) return Math.round((100 * tax) / fees);
  const isExempt = amount !== null && amount.untaxed > 0 && amount.tax === 0;
  return isExempt ? 0 : usualTax;
}

/** What the order comes to with this carrier; null where the ERP does not tell what it costs. */
export function sumsWith(cart: Cart, { id, price }: Carrier): OrderSums | null {
  const { amount, delivery } = cart;
  if (amount === null) return null;
  if (id === delivery.method?.id) return sumsOf(cart);
  if (price === null) return null;
  const before = { fees: delivery.fees ?? 0, tax: delivery.tax ?? 0 };
  const onFee = Math.round((price * carriageTax(cart)) / 100);
  return {
    ...sumsOf(cart),
    shipping: price,
    tax: cents(amount.tax - before.tax + onFee),
    total: cents(amount.total - before.fees - before.tax + price + onFee),
  };
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

/** Every word typed must occur in one of the parts. */
export function holdsWords(parts: readonly (string | null | undefined)[], typed: string): boolean {
  const hay = folded(parts.filter(Boolean).join(' '));
  return folded(typed)
    .trim()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

export const matchesAddress = (address: Address, typed: string): boolean => {
  const { name, street, street2, zip, city, country } = address;
  return holdsWords([name, street, street2, zip, city, country?.name], typed);
};

export const matchesPoint = ({ name, street, zip, city }: PickupPoint, typed: string): boolean =>
  holdsWords([name, street, zip, city], typed);

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
