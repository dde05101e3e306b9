/** Messages of a checkout step: errors at their fields, and differences between the cart and the displayed one. */
import type { Cart } from '~/ordering/cart/cart';
import type { NoticeMessage } from '~/base/page/notice';
import type { CustomerRequest } from '~/base/page/page';
import { formatsFor } from '~/base/i18n/formats';
import type { TextKey } from '~/base/i18n/keys';
import type { ApplyRefusal } from './apply-choices.server';
import { announcedTotal, type CheckoutInput } from '../checkout-form';
import type { ConfirmFault } from '../confirm-rules';
import { shownTotal } from './cart-digest.server';
import { refusalText } from '../erp/refusal-text.server';

export function fieldErrorsOf(
  { t }: Pick<CustomerRequest, 't'>,
  faults: readonly ConfirmFault[],
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { field, reason } of faults)
    (errors[field] ??= []).push(t(`checkout:fault.${reason}`));
  return errors;
}

const fallbacks: Readonly<Record<ApplyRefusal['step'], TextKey>> = {
  address: 'checkout:refusal.address',
  carrier: 'checkout:refusal.carrier',
  point: 'checkout:refusal.point',
  texts: 'checkout:refusal.texts',
};
const fields: Readonly<Record<ApplyRefusal['step'], string>> = {
  address: 'ship',
  carrier: 'how',
  point: 'point',
  texts: 'note',
};

/** Error at the field of a choice that the ERP rejected. */
export function refusedChoice(
  { t }: Pick<CustomerRequest, 't'>,
  refusal: Exclude<ApplyRefusal, { kind: 'replaced' }>,
): Record<string, string[]> {
  const fallback = fallbacks[refusal.step];
  const key =
    refusal.kind === 'refused' && refusal.answer.status === 400
      ? refusalText(refusal.answer.detail, fallback)
      : fallback;
  return { [fields[refusal.step]]: [t(key)] };
}

/** Notices about differences between the cart and the displayed one; empty when they are equal. */
export function differences(
  page: Pick<CustomerRequest, 't' | 'locale' | 'context'>,
  change: { input: CheckoutInput; before: Cart; after: Cart; names: ReadonlyMap<string, string> },
): NoticeMessage[] {
  const { t, context, locale } = page;
  const { input, before, after, names } = change;
  const { money, number } = formatsFor(context.site.tags[locale]);
  const notices: NoticeMessage[] = [];
  if (input.had !== undefined && before.delivery.method === null)
    notices.push({ tone: 'warn', text: t('checkout:notice.wiped') });
  const was = announcedTotal(input) ?? shownTotal(input.shown);
  const total = after.amount?.total ?? null;
  if (was !== null && total !== null && was !== total) {
    const { method, address } = after.delivery;
    const isOtherDelivery = method?.id !== input.had || address?.id !== before.delivery.address?.id;
    const why =
      method && isOtherDelivery
        ? `${t('checkout:notice.delivery', { name: method.name.replace(/\.$/, '') })} `
        : '';
    const values = { was: money(was), now: money(total) };
    notices.push({ tone: 'warn', text: why + t('checkout:notice.total', values) });
  }
  for (const line of after.lines) {
    if (!line.unavailableChange) continue;
    const values = {
      name: names.get(line.key) ?? line.name,
      wanted: number(line.quantity),
      available: number(Math.max(0, line.quantity - (line.unavailable ?? 0))),
    };
    notices.push({ tone: 'warn', text: t('checkout:notice.shortage', values) });
  }
  return notices;
}
