/** Online payment as the shop sees it: methods to choose from, and an attempt on its way to a provider. */
import type { Cents } from '~/base/kernel/money';

export interface PaymentMethod {
  /** Provider or method id of the ERP; goes back as it came. */
  id: number;
  name: string;
  /** The provider is not live: nothing is charged. */
  isTest: boolean;
  icons: readonly { name: string; src: string }[];
}

/** A form that leads to the provider, rebuilt from its parts (CHK-05, P-25). */
export interface RedirectForm {
  action: string;
  method: 'get' | 'post';
  fields: readonly (readonly [name: string, value: string])[];
}

/** One way to one provider for one state of one cart. */
export interface PaymentAttempt {
  token: string;
  cartUuid: string;
  /** Order name and total that the payment was made for. */
  cartName: string;
  amount: Cents;
  providerName: string;
  /** Reference of the transaction; null until the ERP has given one. */
  reference: string | null;
  /** The request that asked the ERP for it, for support; null where it is not known. */
  startedBy: string | null;
  at: Date;
  /** As the provider has said on the customer's return; null until then. It proves nothing. */
  back: ReturnStatus | null;
}

/** How the provider sends the customer back (contract/erp.md 12.5). It proves nothing. */
export const returnStatuses = ['success', 'pending', 'cancelled', 'unknown', 'error'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** Paid, or to be: by the word of the provider. */
export const isPaid = ({ back }: Pick<PaymentAttempt, 'back'>): boolean =>
  back === 'success' || back === 'pending';

export const returnStatusOf = (word: string | null): ReturnStatus =>
  returnStatuses.find((status) => status === word) ?? 'unknown';
