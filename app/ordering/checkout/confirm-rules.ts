/** Requirements of a confirmation, checked against the cart after the choices were applied. Pure. */
import type { Address, Cart } from '~/ordering/cart/cart';
import type { Part } from '~/base/page/optional';
import { goesToPoint, isValidAddress, onAccount, type Carrier } from './checkout';

type FaultField = 'ship' | 'bill' | 'how' | 'point' | 'cold' | 'mto' | 'sure' | 'pay';
type FaultReason =
  | 'ship-missing'
  | 'ship-incomplete'
  | 'bill-missing'
  | 'bill-incomplete'
  | 'carrier-missing'
  | 'carrier-none'
  | 'point-missing'
  | 'cold-point'
  | 'acknowledge'
  | 'unusual'
  | 'pay-missing';

export interface ConfirmFault {
  field: FaultField;
  reason: FaultReason;
}

export interface OrderToConfirm {
  cart: Cart;
  /** The customer's own delivery addresses. */
  addresses: readonly Address[];
  carriers: Part<readonly Carrier[]>;
  /**
   * Whether a line is made to order. Unknown when the catalogue is unavailable; the acknowledgement is then required.
   */
  madeToOrder: 'none' | 'some' | 'unknown';
  acknowledged: boolean;
  /** Whether a line must stay cold, as far as the catalogue knows. */
  cold: boolean;
  /** The customer confirms that the pickup point keeps goods cold; the ERP has no such data (contract/erp.md 6.10). */
  staysCold: boolean;
  /** Value of the checkbox that confirms unusual quantities; null when all quantities are usual. */
  unusual: string | null;
  sure: string | undefined;
  /** Available values of the form field `pay`. */
  ways: readonly string[];
  way: string | undefined;
}

function carrierFaults({ cart, carriers }: OrderToConfirm): ConfirmFault[] {
  if (carriers.kind === 'absent' || cart.delivery.method !== null) return [];
  const isNoneOffered = carriers.kind === 'ok' && carriers.value.length === 0;
  return [{ field: 'how', reason: isNoneOffered ? 'carrier-none' : 'carrier-missing' }];
}

function pointFaults({ cart, addresses, cold, staysCold }: OrderToConfirm): ConfirmFault[] {
  if (!goesToPoint(cart, addresses)) return [{ field: 'point', reason: 'point-missing' }];
  return cold && !staysCold ? [{ field: 'cold', reason: 'cold-point' }] : [];
}

function deliveryFaults(facts: OrderToConfirm): ConfirmFault[] {
  const { cart, carriers } = facts;
  const offered = carriers.kind === 'ok' ? carriers.value : [];
  const { method, address } = cart.delivery;
  const needsPoint = offered.find(({ id }) => id === method?.id)?.needsPoint ?? false;
  if (needsPoint) return pointFaults(facts);
  if (address === null) return [{ field: 'ship', reason: 'ship-missing' }];
  return isValidAddress(address) ? [] : [{ field: 'ship', reason: 'ship-incomplete' }];
}

function invoiceFaults({ cart }: OrderToConfirm): ConfirmFault[] {
  const { address } = cart.invoicing;
  if (address === null) return [{ field: 'bill', reason: 'bill-missing' }];
  return isValidAddress(address) ? [] : [{ field: 'bill', reason: 'bill-incomplete' }];
}

/** Reasons why this cart cannot be ordered. Both addresses must be valid (CHK-01, CHK-03). */
export function confirmFaults(facts: OrderToConfirm): ConfirmFault[] {
  const { madeToOrder, acknowledged, unusual, sure, ways, way } = facts;
  return [
    ...carrierFaults(facts),
    ...deliveryFaults(facts),
    ...invoiceFaults(facts),
    ...(madeToOrder !== 'none' && !acknowledged
      ? [{ field: 'mto', reason: 'acknowledge' } as const]
      : []),
    ...(unusual !== null && unusual !== sure
      ? [{ field: 'sure', reason: 'unusual' } as const]
      : []),
    ...(way === undefined || !ways.includes(way)
      ? [{ field: 'pay', reason: 'pay-missing' } as const]
      : []),
  ];
}

/**
 * Values of the form field `pay`: on account if the ERP confirms carts without payment, then the ERP's payment methods.
 */
export const waysToPay = (
  confirms: boolean,
  methods: readonly { id: number }[],
): readonly string[] => [...(confirms ? [onAccount] : []), ...methods.map(({ id }) => String(id))];
