/**
 * What the identity stand-in says about a customer (contract/erp.md 5.4). The same claims go into the
 * access token, the ID token and userinfo. A claim without a value is left out altogether, never null or
 * an empty list, as real providers do.
 */
import type { Lang, WorldCustomer } from '../world';

const LOCALE_TAG: Record<Lang, string> = { fr: 'fr-BE', nl: 'nl-BE', en: 'en-US' };

/** Claims by the scope that releases them. The shop's own ones need no scope of their own. */
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

/** Stable, and unlike customer number and record id, so that a mix-up of the three comes to light. */
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
    // An address that was never typed in cannot have been verified.
    email_verified: customer.email !== '',
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => !isEmpty(value)));
}
