/** Determines which prices apply: from the session on the server, never from the request (search.md 4.1). */
import type { SessionView } from '../../../server/auth/session-view';

/**
 * `vet`: the veterinary variant of an offer if it exists, otherwise the plain one; `plain`: only the plain one; `none`.
 */
export type OfferShare = 'vet' | 'plain' | 'none';

export type CustomerPricing =
  | { kind: 'hidden' }
  /** A guest, in a shop that shows guests the default role's prices. */
  | { kind: 'visitor'; role: string }
  /**
   * A customer whose price lists are unknown (credentials mode): the displayed price may differ from the charged one.
   */
  | { kind: 'indicative'; role: string }
  | {
      kind: 'customer';
      role: string;
      gross: string | null;
      discounts: readonly string[];
      offers: OfferShare;
    };

/** Sorting puts the role into a field path, so a role that is not a plain key is replaced by the default role. */
const roleKey = /^[A-Za-z0-9_-]{1,64}$/;
const safeRole = (role: string): string => (roleKey.test(role) ? role : 'default');

function shareOf(claim: string | null, roles: readonly string[]): OfferShare {
  if (claim === null) return roles.some((role) => /^veterinar/i.test(role)) ? 'vet' : 'plain';
  if (claim === '' || claim === 'none') return 'none';
  return claim === 'vet' ? 'vet' : 'plain';
}

/** The offers to display: guests see that offers exist, unknown price lists promise none. */
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
