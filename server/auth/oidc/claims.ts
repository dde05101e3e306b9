/**
 * Maps claims to the customer (contract/erp.md 5.4, search.md 4.1, AUTH-10). A provider omits claims without a value
 * and may send unexpected types (a text for a number, null in a list). Such a claim alone is dropped and named in the
 * log; it never prevents a sign-in.
 */
import { z } from 'zod';
import type { Customer, TradeTerms } from '../customer';

const text = z.string().trim().min(1);
const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((value) => value === 'true'),
]);
const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
/** Accepts a list of numbers or a single one. Drops entries that are no numbers (Keycloak sends null for them). */
const numbers = z
  .union([z.array(z.unknown()), wholeNumber.transform((one): unknown[] => [one])])
  .transform((list) =>
    list.flatMap((entry) => {
      const parsed = wholeNumber.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    }),
  );
const texts = z
  .union([z.array(z.unknown()), text.transform((one): unknown[] => one.split(','))])
  .transform((list) =>
    list.flatMap((entry) => {
      const parsed = text.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    }),
  );

const shapes = {
  email: text,
  email_verified: flag,
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
  locale: text,
  ref: text,
  supplier_id: wholeNumber,
  can_order: flag,
  help_with_fee: flag,
  'vt-groups': numbers,
  'vt-pricelist-gross': text,
  'vt-pricelist-discounts': texts,
  'vt-supplier-promotion': text,
  'shopinvader-vt-roles': texts,
};
type Claims = { [Name in keyof typeof shapes]?: z.output<(typeof shapes)[Name]> };

/** A role becomes part of a field path in the search engine, so no other characters are allowed (search.md 4.1). */
const rolePattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The first usable role of the roles claim, else the gross price list, else `default` (search.md 4.1, which does not
 * specify which of several roles applies).
 */
export const roleOf = (roles: readonly string[], pricelistGross: string | null): string =>
  [...roles, pricelistGross ?? ''].find((role) => rolePattern.test(role)) ?? 'default';

const priceClaims = ['vt-pricelist-gross', 'vt-pricelist-discounts', 'vt-supplier-promotion'];
/** Claims that only a provider configured for this trade sends. */
export const tradeClaims: readonly string[] = [
  ...priceClaims,
  'vt-groups',
  'shopinvader-vt-roles',
  'ref',
  'supplier_id',
  'can_order',
  'help_with_fee',
];

/** The claims that the ERP's profile may contain too (contract/erp.md 7.5). */
export function tradeTermsOf(raw: Readonly<Record<string, unknown>>): TradeTerms {
  const { claims } = read(raw);
  return {
    ref: claims.ref ?? null,
    roles: claims['shopinvader-vt-roles'] ?? [],
    canOrder: claims.can_order ?? null,
    helpWithFee: claims.help_with_fee ?? false,
    supplierId: claims.supplier_id ?? null,
    veterinaryGroups: claims['vt-groups'] ?? [],
    pricesKnown: priceClaims.some((name) => raw[name] !== undefined),
    pricelistGross: claims['vt-pricelist-gross'] ?? null,
    pricelistDiscounts: claims['vt-pricelist-discounts'] ?? [],
    supplierPromotion: claims['vt-supplier-promotion'] ?? null,
  };
}

function read(raw: Readonly<Record<string, unknown>>): { claims: Claims; dropped: string[] } {
  const claims: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const value = raw[name];
    if (value === undefined || value === null || value === '') continue;
    const parsed = shape.safeParse(value);
    if (parsed.success) claims[name] = parsed.data;
    else dropped.push(name);
  }
  return { claims, dropped };
}

/** The login from these claims, if any. */
export function loginOf(raw: Readonly<Record<string, unknown>>): string | null {
  const { claims } = read(raw);
  return claims.preferred_username ?? claims.email ?? null;
}

interface Identified {
  customer: Customer;
  /** Names of the claims whose value is unusable. */
  dropped: readonly string[];
}

export function customerOf(
  issuer: string,
  subject: string,
  raw: Readonly<Record<string, unknown>>,
): Identified {
  const { claims, dropped } = read(raw);
  const terms = tradeTermsOf(raw);
  const login = claims.preferred_username ?? claims.email ?? subject;
  const fullName = [claims.given_name, claims.family_name].filter(Boolean).join(' ');
  const customer: Customer = {
    ...terms,
    owner: `${issuer}|${subject}`,
    login,
    name: claims.name ?? (fullName || login),
    email: claims.email ?? null,
    emailVerified: claims.email_verified ?? false,
    givenName: claims.given_name ?? null,
    familyName: claims.family_name ?? null,
    locale: claims.locale ?? null,
    role: roleOf(terms.roles, terms.pricelistGross),
    // A missing claim does not forbid ordering; the ERP decides.
    canOrder: terms.canOrder ?? true,
    // A token with any trade claim names all price lists, so an absent claim means none (contract/search.md 4.1). A
    // token without trade claims, such as from Dex, leaves the price lists unknown.
    pricesKnown: tradeClaims.some((name) => raw[name] !== undefined),
  };
  return { customer, dropped };
}

/** Adds the trade terms of the ERP's `customer` (contract/erp.md 7.5) when the provider sent none. */
export function withTermsOfErp(
  customer: Customer,
  raw: Readonly<Record<string, unknown>>,
): Customer {
  const terms = tradeTermsOf(raw);
  if (customer.pricesKnown || !terms.pricesKnown) return customer;
  return {
    ...customer,
    ...terms,
    ref: customer.ref ?? terms.ref,
    role: roleOf(terms.roles, terms.pricelistGross),
    canOrder: terms.canOrder ?? true,
  };
}
