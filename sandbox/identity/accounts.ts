/** The provider's accounts: found by subject, by login and password, or by customer number. */
import type { WorldCustomer } from '../world';
import { subjectOf } from './claims';

export interface Accounts {
  all: readonly WorldCustomer[];
  bySubject(subject: string): WorldCustomer | undefined;
  byRef(ref: string): WorldCustomer | undefined;
  /** Matches login or e-mail address in any case, and the exact password. */
  byPassword(login: string, password: string): WorldCustomer | undefined;
}

export function createAccounts(customers: readonly WorldCustomer[]): Accounts {
  const bySubject = new Map(customers.map((customer) => [subjectOf(customer), customer]));
  const byRef = new Map(customers.map((customer) => [customer.ref, customer]));
  return {
    all: customers,
    bySubject: (subject) => bySubject.get(subject),
    byRef: (ref) => byRef.get(ref),
    byPassword(login, password) {
      const typed = login.trim().toLowerCase();
      if (typed === '' || password === '') return undefined;
      // Two customers may share an address, as in a real ERP; then the password decides.
      return customers.find(
        (customer) =>
          [customer.login, customer.email].some((known) => known.toLowerCase() === typed) &&
          customer.password === password,
      );
    },
  };
}
