/** `signin` and `signout` of the OIDC modes, contract/erp.md 7.2 and 7.3. */
import { z } from 'zod';
import type { Call } from '../call';
import { endedSessionCookie } from '../protocol/cookies';
import { json, unauthorized, type ErpResponse } from '../protocol/exchange';
import { open, type Route } from '../protocol/router';
import { createCustomer } from './new-customer';

const Person = z.object({ email: z.string().min(1), name: z.string().optional() });

/**
 * With a doubled e-mail a released server makes one more customer and answers 201; every later call is
 * 401 all the same (5.2). A validator that requires a partner refuses a person without one.
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

/** No sign-in needed; the cookie goes in any case. */
function signout(call: Call): ErpResponse {
  const answer = json(200, null);
  return { ...answer, cookies: [endedSessionCookie(call.erp.clock.now())] };
}

export const signinRoutes: Route[] = [
  open('POST', 'signin', signin, { body: 'none' }),
  open('POST', 'signout', signout, { body: 'none' }),
];
