/**
 * Claims of the identity stand-in about a customer (contract/erp.md 5.4). Access token, ID token and userinfo have the
 * same claims. Like real providers, it omits a claim without a value instead of sending null or an empty list.
 */
import type { Lang, WorldCustomer } from '../world';

const LOCALE_TAG: Record<Lang, string> = { fr: 'fr-BE', nl: 'nl-BE', en: 'en-US' };

/** Claims by the scope that releases them. The shop's custom claims need no additional scope. */
export const CLAIMS_BY_SCOPE: Record<string, string[]> = {
  openid: [
    'sub',
    'ref',
    'supplier_id',
    'can_order',
    'help_with_fee',
    'vt-groups',
    'vt-pricelist-gross',
    'vt-pricelist-discounts',
    'vt-supplier-promotion',
    'shopinvader-vt-roles',
  ],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale'],
  email: ['email', 'email_verified'],
};

/** Stable and different from customer number and record id, so that tests detect a mix-up of the three. */
export const subjectOf = (customer: WorldCustomer): string => `customer-${customer.id}`;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

export function customerClaims(customer: WorldCustomer): Record<string, unknown> {
  const claims: Record<string, unknown> = {
    sub: subjectOf(customer),
    ref: customer.ref,
    supplier_id: customer.id,
    can_order: customer.canOrder,
    help_with_fee: customer.helpWithFee,
    'vt-groups': customer.veterinaryGroups,
    'vt-pricelist-gross': customer.pricelistGross,
    'vt-pricelist-discounts': customer.pricelistDiscounts,
    'vt-supplier-promotion': customer.supplierPromotion,
    'shopinvader-vt-roles': customer.role,
    name: customer.name,
    given_name: customer.givenName,
    family_name: customer.familyName,
    preferred_username: customer.login,
    locale: LOCALE_TAG[customer.lang],
    email: customer.email,
    // A missing address cannot have been verified.
    email_verified: customer.email !== '',
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => !isEmpty(value)));
}
