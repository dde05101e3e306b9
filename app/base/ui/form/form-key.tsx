import { useShop } from '~/base/page/shop';

/** The key of a form that needs none in its view: what it does, it does once, and for the account whose page it is. */
export function FormKey() {
  return <input type="hidden" name="tx" value={useShop().formKey()} autoComplete="off" />;
}
