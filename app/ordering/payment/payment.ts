/** The shop's model of online payment: available methods, and an attempt at a provider. */
import type { Cents } from '~/base/kernel/money';

export interface PaymentMethod {
  /** Id of the provider or method in the ERP, sent back unchanged. */
  id: number;
  name: string;
  /** The provider is in test mode: nothing is charged. */
  isTest: boolean;
  icons: readonly { name: string; src: string }[];
}

/** A form that leads to the provider, rebuilt from parsed parts (CHK-05, P-25). */
export interface RedirectForm {
  action: string;
  method: 'get' | 'post';
  fields: readonly (readonly [name: string, value: string])[];
}

/** One payment attempt: one provider, for one state of one cart. */
export interface PaymentAttempt {
  token: string;
  cartUuid: string;
  /** Order name and total that the payment was begun for. */
  cartName: string;
  amount: Cents;
  providerName: string;
  /** Reference of the transaction; null until the ERP has assigned one. */
  reference: string | null;
  /** Reference of the request that created it, for support; null when unknown. */
  startedBy: string | null;
  at: Date;
  /** Status that the provider reported when the customer returned; null until then. Unverified. */
  back: ReturnStatus | null;
}

/** Statuses in the provider's return address (contract/erp.md 12.5). Unverified. */
export const returnStatuses = ['success', 'pending', 'cancelled', 'unknown', 'error'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** True when the payment is made or announced, according to the provider. */
export const isPaid = ({ back }: Pick<PaymentAttempt, 'back'>): boolean =>
  back === 'success' || back === 'pending';

export const returnStatusOf = (word: string | null): ReturnStatus =>
  returnStatuses.find((status) => status === word) ?? 'unknown';
