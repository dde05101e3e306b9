/** Where the carts of the customers lie whom this process has served last: a log line has their number only. */
import { LRUCache } from 'lru-cache';
import { ledgerKeyOf } from './cart-ledger';

export interface LedgerKeys {
  note(customerRef: string, owner: string): void;
  of(customerRef: string): string | null;
}

const mostCustomers = 10_000;

export function createLedgerKeys(): LedgerKeys {
  const owners = new LRUCache<string, string>({ max: mostCustomers });
  return {
    note: (customerRef, owner) => void owners.set(customerRef.toLowerCase(), owner),
    of: (customerRef) => {
      const owner = owners.get(customerRef.toLowerCase());
      return owner === undefined ? null : ledgerKeyOf(owner);
    },
  };
}
