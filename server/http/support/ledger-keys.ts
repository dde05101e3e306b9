/**
 * Customers that this process has served recently. A log line contains only a customer number, neither cart nor login.
 * Once an hour a log line maps the number to its hashed login, so that `npm run logs` finds a customer by login.
 */
import { LRUCache } from 'lru-cache';
import type { Customer } from '../../auth/session-view';
import type { Clock } from '../../context';
import type { RootLog } from '../../observe/logger';
import { hashLogin } from '../../observe/known-as';
import { withoutSigns } from '../../observe/meant-reference';
import { ledgerKeyOf } from './cart-ledger';

type Served = Pick<Customer, 'ref' | 'owner' | 'login' | 'email'>;

export interface LedgerKeys {
  note(customer: Served): void;
  /** Store key of a customer's cart ledger. */
  of(customerRef: string): string | null;
  /** The number of a customer whose login or e-mail address is one of the words of a text. */
  refByLogin(text: string): string | null;
}

const mostCustomers = 10_000;
const hourMs = 3_600_000;

const namesOf = ({ login, email }: Served): string[] => [...new Set([login, email ?? login])];

export function createLedgerKeys(deps: {
  log: RootLog;
  clock: Clock;
  secrets: string;
}): LedgerKeys {
  const owners = new LRUCache<string, string>({ max: mostCustomers });
  const refs = new LRUCache<string, string>({ max: mostCustomers });
  const toldAt = new LRUCache<string, number>({ max: mostCustomers });

  function tell(ref: string, customer: Served): void {
    const now = deps.clock.now().getTime();
    if (now - (toldAt.get(ref) ?? -hourMs) < hourMs) return;
    toldAt.set(ref, now);
    const [first = ''] = deps.secrets.split(',');
    const names = namesOf(customer).flatMap((name) => hashLogin(first, name));
    deps.log.info({ event: 'customer.known_as', customer: ref, names }, 'a customer is served');
  }

  return {
    note(customer) {
      const { ref, owner } = customer;
      if (ref === null) return;
      owners.set(ref.toLowerCase(), owner);
      for (const name of namesOf(customer)) refs.set(name.toLowerCase(), ref);
      tell(ref, customer);
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
