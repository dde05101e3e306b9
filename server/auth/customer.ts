/**
 * What the shop knows of who is signed in: the session keeps it, the app sees it as `Customer`. Filled from the claims
 * (contract/erp.md 5.4) or, in credentials mode, from `auth/profile` and `customer`. No token and no cookie is ever
 * part of it.
 */
import { z } from 'zod';

const text = z.string();

/** What a provider's claims, or the ERP's profile, say about trading with this customer (contract/erp.md 7.5). */
const tradeTerms = {
  /** Customer number; the log's customer reference. */
  ref: text.nullable(),
  roles: z.array(text).readonly(),
  helpWithFee: z.boolean(),
  supplierId: z.number().nullable(),
  veterinaryGroups: z.array(z.number()).readonly(),
  /** False: the applicable price lists are unknown, which is not the same as none (contract/erp.md 7.5). */
  pricesKnown: z.boolean().default(true),
  pricelistGross: text.nullable(),
  pricelistDiscounts: z.array(text).readonly(),
  /** Claim `vt-supplier-promotion`; null when absent (contract/search.md 4.1). */
  supplierPromotion: text.nullable(),
};

export const Customer = z.object({
  /** Stable owner of records (cart ledger): issuer and subject, or ERP and login. Not for display. */
  owner: text,
  login: text,
  name: text,
  email: text.nullable(),
  emailVerified: z.boolean(),
  givenName: text.nullable(),
  familyName: text.nullable(),
  locale: text.nullable(),
  /** Key into `price_by_pricelist`; `default` unless the claims say otherwise. */
  role: text,
  /** Unknown is yes: the ERP refuses the order then. */
  canOrder: z.boolean(),
  ...tradeTerms,
});
export type Customer = z.output<typeof Customer>;

/** Null for `canOrder`: not said. */
export type TradeTerms = Pick<Customer, keyof typeof tradeTerms> & { canOrder: boolean | null };
