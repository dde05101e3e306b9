import { useShop } from '~/base/page/shop';

/**
 * The hidden idempotency key of a form, for views that pass no key of their own. It makes the form act once, and only
 * for the account of the page.
 */
export function FormKey() {
  return <input type="hidden" name="tx" value={useShop().formKey()} autoComplete="off" />;
}
