/**
 * Reference and note belong to the cart, which colleagues fill in too. Of a form that has shown them and that nobody
 * typed them into they are what the cart has by now: else one window's blank fields take away what another has typed
 * (P-58).
 */
import type { Cart } from '~/features/cart/cart';
import { noteWithoutSerial } from '~/features/cart/serial-in-note.server';
import { noteText } from '~/page/untrusted/note-text.server';
import { typedIn, written } from '~/ui/form/shown-fields';
import type { CheckoutInput } from './checkout-form';

export const shownNote = ({ note }: Pick<Cart, 'note'>): string =>
  noteWithoutSerial(noteText(note));

/** For the hidden field `was` of the form. */
export const shownTexts = (cart: Cart): string =>
  written({ ref: (cart.reference ?? '').trim(), note: shownNote(cart) });

export function withTextsOf(cart: Cart, input: CheckoutInput): CheckoutInput {
  const { was = '', ref, note } = input;
  const isTyped = typedIn({ typed: { was, ref, note } });
  return {
    ...input,
    ref: isTyped('ref') ? ref : (cart.reference ?? ''),
    note: isTyped('note') ? note : shownNote(cart),
  };
}
