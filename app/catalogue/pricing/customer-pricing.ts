/** Which prices apply: read from the session on the server, never from the request (search.md 4.1). */
import type { SessionView } from '../../../server/auth/session-view';

/** `vet`: the veterinary variant where there is one, else the plain one; `plain`; or `none`. */
export type OfferShare = 'vet' | 'plain' | 'none';

export type CustomerPricing =
  | { kind: 'hidden' }
  /** Visitors of a shop that shows them the default role's prices. */
  | { kind: 'visitor'; role: string }
  /** A customer whose price lists are unknown (credentials mode): what is shown is not what is charged. */
  | { kind: 'indicative'; role: string }
  | {
      kind: 'customer';
      role: string;
      gross: string | null;
      discounts: readonly string[];
      offers: OfferShare;
    };

/** A role is part of a field path when sorting, so anything else than a plain key is the default role. */
const roleKey = /^[A-Za-z0-9_-]{1,64}$/;
const safeRole = (role: string): string => (roleKey.test(role) ? role : 'default');

function shareOf(claim: string | null, roles: readonly string[]): OfferShare {
  if (claim === null) return roles.some((role) => /^veterinar/i.test(role)) ? 'vet' : 'plain';
  if (claim === '' || claim === 'none') return 'none';
  return claim === 'vet' ? 'vet' : 'plain';
}

/** The offers that may be shown: visitors see that there are some, unknown lists promise none. */
export function offersOf(pricing: CustomerPricing): OfferShare {
  if (pricing.kind === 'customer') return pricing.offers;
  return pricing.kind === 'indicative' ? 'none' : 'vet';
}

export function customerPricing(session: SessionView, guestPrices: boolean): CustomerPricing {
  if (session.kind === 'guest') {
    return guestPrices ? { kind: 'visitor', role: 'default' } : { kind: 'hidden' };
  }
  const { role, roles, pricelistGross, pricelistDiscounts, supplierPromotion } = session.customer;
  if (!session.customer.pricesKnown) return { kind: 'indicative', role: safeRole(role) };
  return {
    kind: 'customer',
    role: safeRole(role),
    gross: pricelistGross,
    discounts: pricelistDiscounts,
    offers: shareOf(supplierPromotion, [role, ...roles]),
  };
}
