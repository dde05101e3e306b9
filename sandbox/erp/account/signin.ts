/** `signin` and `signout` of the OIDC modes (contract/erp.md 7.2 and 7.3). */
import { z } from 'zod';
import type { Call } from '../call';
import { endedSessionCookie } from '../protocol/cookies';
import { json, unauthorized, type ErpResponse } from '../protocol/exchange';
import { open, type Route } from '../protocol/router';
import { createCustomer } from './new-customer';

const Person = z.object({ email: z.string().min(1), name: z.string().optional() });

/**
 * If two customers share an e-mail, the published modules create another customer and return 201, but every later call
 * returns 401 (5.2). With the quirk `signin-needs-partner` the ERP rejects a person without a partner.
 */
function signin(call: Call): ErpResponse {
  const { erp } = call;
  const person = Person.safeParse(call.claims);
  if (!person.success) throw unauthorized();
  if (call.customer) return json(200, null);
  if (erp.quirks.has('signin-needs-partner')) throw unauthorized();
  const { email, name } = person.data;
  const known = erp.store.customers.count({ email: email.toLowerCase() }) > 0;
  if (known && !erp.quirks.has('doubled-email-401')) throw unauthorized();
  createCustomer(erp, { email, name: name ?? email });
  return json(201, null);
}

/** Requires no sign-in and deletes the cookie in any case. */
function signout(call: Call): ErpResponse {
  const answer = json(200, null);
  return { ...answer, cookies: [endedSessionCookie(call.erp.clock.now())] };
}

export const signinRoutes: Route[] = [
  open('POST', 'signin', signin, { body: 'none' }),
  open('POST', 'signout', signout, { body: 'none' }),
];
