/**
 * The customer's own record and the newsletter setting (contract/erp.md 6.9, 8.1, 8.2, 8.5). The customer's record is
 * the property `data` of the response, or the response itself. Without `PUT customer`, `POST customer` takes the
 * opposite flag; it may refuse for lack of a permission, and then the setting is hidden.
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { isMissing, isNotInstalled, noteMissing } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Profile } from './profile';

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const CustomerWire = z.object({
  title: z.object({ name: z.string() }).nullish().catch(null),
  name: text,
  email: text,
  phone: text,
  mobile: text,
  vat: text,
  ref: text,
  vet_depot_number: text,
  vet_subscription_number: text,
  opt_out: flag,
  opt_in: flag,
});
const AnswerWire = z.union([
  z.object({ data: CustomerWire }).transform(({ data }) => data),
  CustomerWire,
]);

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const filled = (value: string | null | undefined): string | null => value?.trim() || null;

const newsletterCall = 'customer newsletter';

/** The customer's record; null when the ERP returns none. */
export async function findProfile({ context, customer }: Page): Promise<Profile | null> {
  const wire = await findRecord(context, { path: 'customer' }, AnswerWire);
  if (!wire) return null;
  const refused =
    wire.opt_out ?? (wire.opt_in === null || wire.opt_in === undefined ? null : !wire.opt_in);
  const hidden = refused === null || (await isMissing(context, newsletterCall));
  return {
    title: filled(wire.title?.name),
    name: filled(wire.name),
    email: filled(wire.email),
    phone: filled(wire.phone),
    mobile: filled(wire.mobile),
    vat: filled(wire.vat),
    ref: filled(wire.ref) ?? customer.ref,
    depot: filled(wire.vet_depot_number),
    subscription: filled(wire.vet_subscription_number),
    newsletter: hidden ? null : !refused,
  };
}

/**
 * Switches the newsletter on or off. Both ERP calls set a state instead of toggling it, so a repeated form changes
 * nothing.
 */
export async function setNewsletter(
  { context }: Page,
  subscribed: boolean,
): Promise<Outcome<null, { kind: 'not-possible' }>> {
  const put = await context.erp.call(
    { method: 'PUT', path: 'customer', body: { opt_out: !subscribed } },
    z.unknown(),
  );
  if (put.kind !== 'refused') return done(null);
  if (isNotInstalled(put)) {
    const body = { opt_in: subscribed };
    const post = await context.erp.call({ method: 'POST', path: 'customer', body }, z.unknown());
    if (post.kind !== 'refused') return done(null);
  }
  await noteMissing(context, newsletterCall);
  return refused({ kind: 'not-possible' });
}
