/** Whom this process has served last: a log line has a customer's number only, neither cart nor login. */
import { LRUCache } from 'lru-cache';
import type { Customer } from '../../auth/session-view';
import { withoutSigns } from '../../observe/meant-reference';
import { ledgerKeyOf } from './cart-ledger';

export interface LedgerKeys {
  note(customer: Pick<Customer, 'ref' | 'owner' | 'login' | 'email'>): void;
  /** Where the cart of a customer lies in the store. */
  of(customerRef: string): string | null;
  /** The number of a customer whose login or e-mail address is among the words of a text. */
  refByLogin(text: string): string | null;
}

const mostCustomers = 10_000;

export function createLedgerKeys(): LedgerKeys {
  const owners = new LRUCache<string, string>({ max: mostCustomers });
  const refs = new LRUCache<string, string>({ max: mostCustomers });
  return {
    note({ ref, owner, login, email }) {
      if (ref === null) return;
      owners.set(ref.toLowerCase(), owner);
      for (const name of [login, email ?? login]) refs.set(name.toLowerCase(), ref);
    },
    of: (customerRef) => {
      const owner = owners.get(customerRef.toLowerCase());
      return owner === undefined ? null : ledgerKeyOf(owner);
    },
    refByLogin: (text) => {
      const words = text
        .toLowerCase()
        .split(/[\s,;:<>()]+/)
        .map(withoutSigns);
      return words.map((word) => refs.get(word)).find((ref) => ref !== undefined) ?? null;
    },
  };
}
