/**
 * User actions on the page: forms that the cart island handles in the browser (CART-02), checkout, which waits for an
 * empty queue (CART-07), and sign-out (CART-08). All other forms go to the server.
 */
import type { CartQueue, Change } from '../queue/cart-queue';
import {
  find,
  focusWhenBack,
  inDigits,
  markGone,
  markInCart,
  refuse,
  showArrows,
} from './cart-dom';
import type { IslandWords } from '~/base/i18n/island-words';
import { isUsable, keyOf, undoUuid } from '../transaction';
import { cartEdits, cartLines, changeBack, fieldsOf, sheetEdits, usualMost } from './island-forms';

const doubleClickMs = 600;

interface FormsDeps {
  queue: CartQueue;
  words: IslandWords['cart'];
  /** Path of the checkout page, where the customer confirms the order. */
  checkout: string;
  /** Whether the session has ended, in which case the shop responds to any form with the sign-in page. */
  stopped(): boolean;
  say(text: string): void;
  /** Called after edits were stored: displays and sends them. */
  kept(): void;
  /** Sends the edits that wait in this browser at once. */
  hurry(): void;
}

export class CartForms {
  readonly #deps: FormsDeps;
  /** The button that last submitted an order sheet, and when, to detect double clicks. */
  #last: HTMLElement | null = null;
  #at = 0;
  /** Buttons that the customer pressed and that wait for a response from the shop. */
  readonly #held: (HTMLElement | null)[] = [];
  constructor(deps: FormsDeps) {
    this.#deps = deps;
    addEventListener('submit', this.#onSubmit);
    addEventListener('keydown', this.#onKey);
    showArrows();
  }

  /** Arrow keys move between quantity fields, skipping links and buttons. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (!step || !(target instanceof HTMLInputElement) || !target.name.startsWith('q.')) return;
    const fields = fieldsOf(target.form).filter(({ offsetParent }) => offsetParent !== null);
    const next = fields[fields.indexOf(target) + step];
    event.preventDefault();
    next?.focus();
    next?.select();
  };

  /**
   * Prevents the customer from confirming the order while edits wait in this browser (CART-07), and sends these edits
   * at once.
   */
  #mustWait(path: string): boolean {
    const { checkout, queue, words, say, stopped, hurry } = this.#deps;
    if (path !== checkout || stopped() || queue.pending().length === 0) return false;
    say(words.wait);
    hurry();
    return true;
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
    if ('signOut' in form.dataset) {
      if (form.method === 'post') this.#onSignOut(event);
    } else if (this.#mustWait(new URL(form.action).pathname) || this.#take(form, event.submitter))
      event.preventDefault();
  };

  #take(form: HTMLFormElement, button: HTMLElement | null): boolean {
    if (form.method !== 'post' || form.enctype.startsWith('multipart')) return false;
    const done = form.id === 'cart' ? this.#takeCart(form, button) : this.#takeSheet(form, button);
    if (done || navigator.onLine) return done;
    // The browser storage had no room for the edit. Offline, a submit would replace this page and its input by the
    // browser's error page.
    this.#deps.say(this.#deps.words.unsent);
    return true;
  }

  #takeCart(form: HTMLFormElement, button: HTMLElement | null): boolean {
    const { queue, words, stopped, say, hurry, kept } = this.#deps;
    const back = changeBack(button);
    if (back) return this.#giveBack(back, button);
    const { edits, wrong } = cartEdits(button, queue.view());
    const isOnward = button?.getAttribute('value') === 'checkout';
    const isFree = queue.pending().length === 0 && (navigator.onLine || !edits?.length);
    // The server applies the form input and redirects to checkout (CART-07); without a session it shows the sign-in
    // page first.
    if (isOnward && !wrong && (isFree || stopped())) return false;
    if (edits === 'wait') {
      this.#held.push(button);
      say(words.wait);
      hurry();
      return true;
    }
    if (!edits || !this.#keep(edits)) return false;
    for (const { field, shown } of edits) field.value = shown.value;
    // No invalid quantity is left, so the server's next markup may remove the error messages (`swapCart`).
    if (!wrong) delete form.dataset['wrong'];
    kept();
    this.offerUndo()?.focus();
    if (isOnward && !wrong) say(words.wait);
    return !wrong || refuse(wrong, words.whole);
  }

  /** Presses the buttons again that waited for a response from the shop. */
  resume(): void {
    for (const held of this.#held.splice(0)) {
      // Find the button by its content: the server's markup may have replaced the element.
      const button = [...document.querySelectorAll('button')].find((one) => one.isEqualNode(held));
      if (!button?.form) continue;
      if (cartEdits(button, this.#deps.queue.view()).edits === 'wait') this.#held.push(button);
      else button.form.requestSubmit(button);
    }
  }

  /**
   * Adds undo buttons for lines that edits in this browser removed, unless the shop's markup has one. Returns the last
   * new button.
   */
  offerUndo(): HTMLElement | undefined {
    let made: HTMLElement | undefined;
    const last = new Map(this.#deps.queue.pending().map((change) => [keyOf(change), change]));
    for (const { key, field } of cartLines()) {
      const { uuid = '', quantity = 0 } = last.get(key) ?? {};
      const { gone = '', undo = '' } = field.form?.dataset ?? {};
      const row = field.closest<HTMLElement>('.row');
      const back = undoUuid(uuid);
      if (!row?.hidden || 'barred' in row.dataset || quantity >= 0 || find(`[value="${back}"]`))
        continue;
      const name = row.querySelector('.row-name')?.textContent ?? '';
      const text = gone.replace('{name}', name).replace('{count}', inDigits(-quantity));
      made = markGone(row, text, undo, [back, key, -quantity]);
    }
    return made;
  }

  /** Restores the removed pieces of a line, in addition to pieces added since its removal. */
  #giveBack(back: Change, button: HTMLElement | null): boolean {
    const { lines } = this.#deps.queue.view();
    const to = (lines.get(keyOf(back)) ?? 0) + back.quantity;
    // The shop may ask about the sum with pieces that were added since.
    if (to > usualMost || !isUsable(back.quantity) || !this.#keep([back])) return false;
    button?.closest('.gone')?.remove();
    this.#deps.kept();
    const name = `q.${keyOf(back)}`;
    const [field] = document.getElementsByName(name);
    if (field?.offsetParent) field.focus();
    else focusWhenBack(name);
    return true;
  }

  #takeSheet(form: HTMLFormElement, button: HTMLElement | null): boolean {
    const { queue, words, say, kept } = this.#deps;
    // Use the monotonic clock: the system clock may be adjusted between two presses, also backwards.
    const now = performance.now();
    const { lines } = queue.view();
    const { edits, wrong } = sheetEdits(form, button, lines);
    // The first click emptied the fields, so any quantity in a field was entered after it.
    const isTyped = wrong ?? edits?.some(({ field }) => field.value);
    const by = button ?? form;
    if (this.#last === by && !isTyped && now - this.#at < doubleClickMs) return true;
    if (!edits || !this.#keep(edits)) return false;
    this.#last = by;
    this.#at = now;
    for (const { field, productId, quantity } of edits) {
      field.value = '';
      markInCart(field, lines.get(String(productId)) ?? 0, quantity, words.inCart);
    }
    if (edits.length > 0) {
      say(words.wait);
      kept();
    }
    return !wrong || refuse(wrong, words.whole);
  }

  /** Stores all edits or none. When the storage is full, the form goes to the server. */
  #keep(edits: readonly Change[]): boolean {
    try {
      this.#deps.queue.addAll(edits);
      return true;
    } catch {
      return false;
    }
  }

  /** Asks for confirmation before sign-out, because signing out discards unsent edits (CART-08). */
  #onSignOut(event: SubmitEvent): void {
    const { queue, words } = this.#deps;
    const counted = [
      [words.signOutChanges, queue.pending().length],
      [words.signOutScans, queue.scanned()],
    ] as const;
    const waiting = counted.flatMap(([text, count]) =>
      count > 0 ? [text.replace('{count}', inDigits(count))] : [],
    );
    if (waiting.length > 0 && !confirm([...waiting, words.signOut].join(' '))) {
      event.preventDefault();
      return;
    }
    queue.clear();
  }
}
