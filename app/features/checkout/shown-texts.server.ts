/**
 * Reference and note belong to the cart, which colleagues fill in too. Of a form that has shown them and that nobody
 * typed them into they are what the cart has by now: else one window's blank fields take away what another has typed
 * (P-58).
 */
import type { Cart } from '~/features/cart/cart';
import { noteWithoutSerial } from '~/features/cart/serial-in-note.server';
import { noteText } from '~/page/untrusted/note-text.server';
import type { CheckoutInput } from './checkout-form';

type Texts = Pick<CheckoutInput, 'ref' | 'note'>;

export const textsOf = ({ reference, note }: Pick<Cart, 'reference' | 'note'>): Texts => ({
  ref: reference ?? '',
  note: noteWithoutSerial(noteText(note)),
});

/** For the hidden field `was` of the form. */
export const shownTexts = (cart: Cart): string =>
  new URLSearchParams({ ...textsOf(cart) }).toString();

/** Whether a field still holds what its page has shown; never of a form that does not say what that was. */
export const isAsShown = (was: string | null | undefined, name: string, value: string): boolean =>
  // Browsers send the line ends of a text as two characters.
  new URLSearchParams(was ?? '').get(name)?.trim() === value.replace(/\r\n?/g, '\n').trim();

export function withTextsOf<T extends Texts & Pick<CheckoutInput, 'was'>>(cart: Cart, input: T): T {
  const own = textsOf(cart);
  const of = (name: keyof Texts): string =>
    isAsShown(input.was, name, input[name]) ? own[name] : input[name];
  return { ...input, ref: of('ref'), note: of('note') };
}
