/**
 * The pages that thank for a form (REG-01, CMS-05, CMS-06): its redirect leads there with a receipt in the address.
 * Opened without one, in whatever browser, they say that nothing has been sent.
 */
import type { PageRequest } from '../page';

/** The forms that have a page of thanks. */
type Thanked = 'registration' | 'contact' | 'newsletter';

const parameter = 'sent';

/** `to` (a path of this site) as the page after the form that has just been sent. */
export function withReceipt({ context }: Pick<PageRequest, 'context'>, about: Thanked, to: string) {
  const receipt = context.receipts.give(about, context.clock.now());
  return `${to}${to.includes('?') ? '&' : '?'}${parameter}=${receipt}`;
}

/** When the form was sent, by the address of this request; null when it says nothing of that. */
export function sentAt({ context, url }: Pick<PageRequest, 'context' | 'url'>, about: Thanked) {
  const receipt = url.searchParams.get(parameter);
  return receipt === null ? null : context.receipts.read(about, receipt);
}
