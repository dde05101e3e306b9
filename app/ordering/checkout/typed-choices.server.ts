/**
 * Preserves the input of the checkout form per cart, so that visiting the cart page does not lose it. Each post stores
 * the form input.
 */
import { z } from 'zod';
import type { Cart } from '~/ordering/cart/cart';
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest } from '~/base/page/page';
import { typedIn } from '~/base/ui/form/shown-fields';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { cartDigest } from './actions/cart-digest.server';
import { typedNames, type TypedChoices } from './checkout-form';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

const Kept = z.object({
  cart: z.string(),
  /** Digest of the displayed cart (`cartDigest`); an acknowledgement is only valid for this state. */
  shown: z.string(),
  fields: z.partialRecord(z.enum(typedNames), z.string()),
});
const ttlSeconds = 12 * 60 * 60;

const keyOf = ({ customer }: Page): string => `checkout:${ownerHash(customer.owner)}`;

/** Runs `work`; a store failure never fails the form. */
async function orNot<T>({ context }: Page, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    context.log.warn(
      { event: 'checkout.typed_not_kept', reason: error.reason },
      'what is typed at checkout is not kept',
    );
    return null;
  }
}

/** Stores the form's input. `isUnused`: the entered discount code was not sent to the ERP, so that it is stored too. */
export async function keepTyped(
  page: Page,
  form: URLSearchParams,
  { isUnused }: { isUnused: boolean },
): Promise<void> {
  const { keyValueStore } = page.context;
  const isTyped = typedIn({ typed: Object.fromEntries(form) });
  const fields = typedNames.flatMap((name) => {
    const value = form.get(name);
    return value === null || !isTyped(name) || (name === 'coupon' && !isUnused)
      ? []
      : [[name, value]];
  });
  const kept = {
    cart: form.get('cart')?.toLowerCase().slice(0, 64) ?? '',
    shown: form.get('shown')?.slice(0, 80) ?? '',
    fields: Object.fromEntries(fields) as TypedChoices,
  };
  await orNot(page, async () => {
    const found = await keyValueStore.read(keyOf(page));
    const version = found?.version ?? null;
    await keyValueStore.write(keyOf(page), JSON.stringify(kept), { version, ttlSeconds });
  });
}

/** The input that the customer's last post stored, for whichever cart; null: none is stored. */
export type KeptChoices = z.output<typeof Kept> | null;

export async function keptChoices(page: Page): Promise<KeptChoices> {
  const found = await orNot(page, () => page.context.keyValueStore.read(keyOf(page)));
  return found && Kept.parse(JSON.parse(found.value));
}

/** Stored input that applies to this cart as it is displayed now. */
export function choicesFor(kept: KeptChoices, cart: Cart): TypedChoices {
  if (cart.uuid === null || kept?.cart !== cart.uuid.toLowerCase()) return {};
  if (kept.shown === cartDigest(cart)) return kept.fields;
  // Acknowledgements only apply to the cart as it was displayed.
  const isChoice = ([name]: [string, string]): boolean => name !== 'mto' && name !== 'cold';
  return Object.fromEntries(Object.entries(kept.fields).filter(isChoice));
}
