/**
 * The signed-in customer: stored in the session, visible to the app as `Customer`. Built from the claims
 * (contract/erp.md 5.4) or, in credentials mode, from `auth/profile` and `customer`. It never contains a token or a
 * cookie.
 */
import { z } from 'zod';

const text = z.string();

/** Trade terms of this customer, from the provider's claims or the ERP's profile (contract/erp.md 7.5). */
const tradeTerms = {
  /** Customer number, by which the log refers to the customer. */
  ref: text.nullable(),
  roles: z.array(text).readonly(),
  helpWithFee: z.boolean(),
  supplierId: z.number().nullable(),
  veterinaryGroups: z.array(z.number()).readonly(),
  /** False when the applicable price lists are unknown, which differs from having none (contract/erp.md 7.5). */
  pricesKnown: z.boolean().default(true),
  pricelistGross: text.nullable(),
  pricelistDiscounts: z.array(text).readonly(),
  /** Claim `vt-supplier-promotion`; null when absent (contract/search.md 4.1). */
  supplierPromotion: text.nullable(),
};

export const Customer = z.object({
  /** Stable owner of stored records (cart ledger): issuer and subject, or ERP and login. Not for display. */
  owner: text,
  login: text,
  name: text,
  email: text.nullable(),
  emailVerified: z.boolean(),
  givenName: text.nullable(),
  familyName: text.nullable(),
  locale: text.nullable(),
  /**
   * Key of the customer's role price in the index field `price_by_pricelist`; `default` unless the claims say
   * otherwise.
   */
  role: text,
  /** Whether the customer may order. True when unknown: the ERP then rejects the order. */
  canOrder: z.boolean(),
  ...tradeTerms,
});
export type Customer = z.output<typeof Customer>;

/** `canOrder` is null when neither claims nor profile contain it. */
export type TradeTerms = Pick<Customer, keyof typeof tradeTerms> & { canOrder: boolean | null };
