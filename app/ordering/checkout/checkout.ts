/** Domain model of checkout: available choices, chosen values, and pure rules over both. */
import type { Address, Cart } from '~/ordering/cart/cart';
import { sumsOf, type OrderSums } from '~/ordering/cart/order-sums';
import { folded } from '~/base/kernel/folding';
import { cents, type Cents } from '~/base/kernel/money';

export interface Carrier {
  id: number;
  name: string;
  code: string | null;
  description: string | null;
  /** Price of the delivery for this cart; null when the ERP does not report it. */
  price: Cents | null;
  /** Delivers to a pickup point, which the customer must also choose. */
  needsPoint: boolean;
}

/**
 * Belgian VAT on carriage, in percent. Assumed until the cart contains a fee with its tax. Before the order, the total
 * is compared with the displayed one.
 */
const usualTax = 21;

function carriageTax({ delivery: { fees, tax }, amount }: Cart): number {
  if (fees && tax !== null) return Math.round((100 * tax) / fees);
  const isExempt = amount !== null && amount.untaxed > 0 && amount.tax === 0;
  return isExempt ? 0 : usualTax;
}

/** Sums of the order with this carrier; null when the ERP does not report its price. */
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
  /** Id in the ERP; null for a pickup point that only its carrier knows. */
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

const requiredParts = ['name', 'street', 'zip', 'city'] as const;
type AddressPart = (typeof requiredParts)[number];

/** Parts that an address lacks for delivery or invoicing. A drop-off site lacks nothing (CHK-01). */
export function missingParts(address: Address): AddressPart[] {
  if (address.isDropoffSite) return [];
  return requiredParts.filter((part) => (address[part] ?? '').trim() === '');
}

export const isValidAddress = (address: Address | null): address is Address =>
  address !== null && missingParts(address).length === 0;

/** Whether every search term occurs in one of the parts. */
function holdsWords(parts: readonly (string | null | undefined)[], typed: string): boolean {
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

/** Most lists of addresses are short; a search field appears from this number on. */
export const searchFrom = 4;
/** Maximum number of displayed cards; the search finds the others. */
export const maxShown = 40;

/** Whether the cart is delivered to a pickup point instead of one of the customer's addresses. */
export const goesToPoint = (cart: Cart, addresses: readonly Address[]): boolean => {
  const { address } = cart.delivery;
  return (
    address !== null && address.isDropoffSite && !addresses.some(({ id }) => id === address.id)
  );
};

/**
 * Values of the fields `point` and `pay` that are not ids: the pickup point that the cart already has, and payment on
 * account.
 */
export const samePoint = 'current';
export const onAccount = 'account';
