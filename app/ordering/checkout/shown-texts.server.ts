/**
 * Reference and note belong to the cart, which colleagues may edit too. If the customer did not edit them in this form,
 * the cart's current texts are used. Otherwise the empty fields of one window would erase the input of another (P-58).
 */
import type { Cart } from '~/ordering/cart/cart';
import { noteWithoutSerial } from '~/ordering/cart/serial-in-note.server';
import { noteText } from '~/base/page/untrusted/note-text.server';
import { typedIn, written } from '~/base/ui/form/shown-fields';
import type { CustomerRequest } from '~/base/page/page';
import type { NoticeMessage } from '~/base/page/notice';
import type { CheckoutInput } from './checkout-form';

export const shownNote = ({ note }: Pick<Cart, 'note'>): string =>
  noteWithoutSerial(noteText(note));

/** Value of the hidden form field `was`. */
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

const labels = { ref: 'checkout:reference.label', note: 'checkout:reference.note' } as const;

/**
 * Notices about a reference or a note that another tab or person changed after this page was rendered. None if the form
 * contains the changed text. The notices quote customer texts, so they are not logged.
 */
export function changedTexts(
  { t }: Pick<CustomerRequest, 't'>,
  cart: Cart,
  { was = '', ref, note }: CheckoutInput,
): NoticeMessage[] {
  const typed = { was, ref, note };
  const isTyped = typedIn({ typed });
  const had = new URLSearchParams(was);
  const now = new URLSearchParams(shownTexts(cart));
  return (['ref', 'note'] as const).flatMap((name) => {
    const text = now.get(name) ?? '';
    const isSame = !had.has(name) || had.get(name) === text || typed[name] === text;
    // The form replaces a text that is empty in the cart, so no text is lost.
    if (isSame || (isTyped(name) && text === '')) return [];
    const state = isTyped(name) ? 'replaced' : text === '' ? 'emptied' : 'now';
    const values = { label: t(labels[name]), text };
    return [{ tone: 'warn', text: t(`checkout:notice.text-${state}`, values) }];
  });
}
