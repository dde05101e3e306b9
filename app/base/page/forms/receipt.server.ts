/**
 * The thank-you pages of forms (REG-01, CMS-05, CMS-06): the redirect of a form leads there with a receipt in the
 * address. Opened without a receipt, in any browser, they state that nothing has been sent.
 */
import type { PageRequest } from '../page';

/** The forms with a thank-you page. */
type Thanked = 'registration' | 'contact' | 'newsletter';

const parameter = 'sent';

/** Adds the receipt of a form just sent to `to`, a path of this site. */
export function withReceipt({ context }: Pick<PageRequest, 'context'>, about: Thanked, to: string) {
  const receipt = context.receipts.give(about, context.clock.now());
  return `${to}${to.includes('?') ? '&' : '?'}${parameter}=${receipt}`;
}

/** When the form was sent, from the receipt in the address; null without a valid receipt. */
export function sentAt({ context, url }: Pick<PageRequest, 'context' | 'url'>, about: Thanked) {
  const receipt = url.searchParams.get(parameter);
  return receipt === null ? null : context.receipts.read(about, receipt);
}
