/**
 * What the customer does on the page: forms that the island takes over (CART-02), what must wait until the
 * queue is empty (CART-07), and signing out (CART-08). A form it does not understand goes to the server.
 */
import type { CartQueue } from '../queue/cart-queue';
import { focusWhenBack, markGone, markInCart, markLines } from './cart-dom';
import type { IslandWords } from '~/i18n/island-words';
import { cartEdits, fieldOf, sheetEdits, type IslandEdit } from './island-forms';

const doubleClickMs = 600;

interface FormsDeps {
  queue: CartQueue;
  words: IslandWords['cart'];
  /** Path of the page that confirms the order. */
  checkout: string;
  /** Nothing is sent from this page any more. */
  stopped(): boolean;
  say(text: string): void;
  /** Changes have been kept: they are shown and sent. */
  kept(): void;
  /** What waits is wanted now. */
  hurry(): void;
}

export class CartForms {
  readonly #deps: FormsDeps;
  #last: { form: HTMLFormElement; button: HTMLElement | null; at: number } | null = null;
  constructor(deps: FormsDeps) {
    this.#deps = deps;
  }

  /** Until `signal`. */
  listen(signal: AbortSignal): void {
    document.addEventListener('submit', this.#onSubmit, { signal });
    document.addEventListener('keydown', this.#onKey, { signal });
    document.addEventListener('click', this.#onClick, { signal });
  }

  /** Arrow keys go from quantity to quantity, past names and buttons. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (!step || !(target instanceof HTMLInputElement) || !target.name.startsWith('q.')) return;
    const fields = [...(target.form?.elements ?? [])].filter(
      (field): field is HTMLInputElement =>
        field instanceof HTMLInputElement &&
        field.name.startsWith('q.') &&
        field.offsetParent !== null,
    );
    const next = fields[fields.indexOf(target) + step];
    event.preventDefault();
    next?.focus();
    next?.select();
  };

  /** Nothing is confirmed while changes wait here (CART-07); what waits is sent at once. */
  #mustWait(address: string): boolean {
    const { checkout, queue, words, say, stopped, hurry } = this.#deps;
    const path = new URL(address, location.href).pathname;
    if (path !== checkout || stopped() || queue.pending().length === 0) return false;
    say(words.wait);
    hurry();
    return true;
  }

  readonly #onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && this.#mustWait(link.href)) event.preventDefault();
  };

  readonly #onSubmit = (event: SubmitEvent): void => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
    const button = event.submitter;
    if ('signOut' in form.dataset) {
      if (form.method === 'post') this.#onSignOut(event);
      return;
    }
    if (this.#mustWait(form.action)) {
      event.preventDefault();
      return;
    }
    if (this.#deps.stopped() || form.method !== 'post' || form.enctype.startsWith('multipart'))
      return;
    const done = form.id === 'cart' ? this.#takeCart(form, button) : this.#takeSheet(form, button);
    if (!done) return;
    event.preventDefault();
    this.#deps.kept();
  };

  #takeCart(form: HTMLFormElement, button: HTMLElement | null): boolean {
    const read = cartEdits(form, button);
    if (!read || !this.#keep(read.edits)) return false;
    markLines(form, read.edits, read.targets, this.#deps.words.waiting);
    for (const edit of read.edits)
      if (read.targets.get(edit.field) === 0) this.#offerUndo(form, edit);
    return true;
  }

  /** The opposite change brings the line back, whether this one has left already or not. */
  #offerUndo(form: HTMLFormElement, edit: IslandEdit): void {
    const { words, kept } = this.#deps;
    const input = fieldOf(form, edit.field);
    const row = input?.closest<HTMLElement>('.row');
    if (!row) return;
    const pieces = -edit.quantity;
    const name = row.querySelector('.row-name')?.textContent ?? '';
    const text = words.gone.replace('{name}', name).replace('{count}', String(pieces));
    const back = { ...edit, quantity: pieces };
    markGone(row, text, words.undo, () => {
      if (!this.#keep([back])) return;
      markLines(form, [back], new Map([[edit.field, pieces]]), words.waiting);
      if (input && row.isConnected) input.focus();
      else focusWhenBack(edit.field);
      kept();
    });
  }

  #takeSheet(form: HTMLFormElement, button: HTMLElement | null): boolean {
    const { queue, words, say } = this.#deps;
    const now = Date.now();
    const last = this.#last;
    const edits = sheetEdits(form, button);
    // The first click has emptied the fields: what stands there now was typed since.
    const isTyped = edits?.some(({ field }) => fieldOf(form, field)?.value);
    const isSame = last && last.form === form && last.button === button;
    if (isSame && now - last.at < doubleClickMs && !isTyped) return true;
    if (!edits || !this.#keep(edits)) return false;
    this.#last = { form, button, at: now };
    const { lines } = queue.view();
    for (const { field, productId, quantity } of edits) {
      const input = fieldOf(form, field);
      if (input) input.value = '';
      markInCart(field, lines.get(String(productId)) ?? 0, quantity, words.inCart);
    }
    say(words.added.replace('{count}', String(edits.length)));
    return true;
  }

  /** All or nothing: a full storage lets the form go to the server. */
  #keep(edits: readonly IslandEdit[]): boolean {
    try {
      this.#deps.queue.addAll(edits);
      return true;
    } catch {
      return false;
    }
  }

  /** Unsent changes are lost with the sign-out: it asks first (CART-08). */
  #onSignOut(event: SubmitEvent): void {
    const { queue, words } = this.#deps;
    const counted = [
      [words.signOutChanges, queue.pending().length],
      [words.signOutScans, queue.scanned()],
    ] as const;
    const waiting = counted.flatMap(([text, count]) =>
      count > 0 ? [text.replace('{count}', String(count))] : [],
    );
    if (waiting.length > 0 && !confirm([...waiting, words.signOut].join(' '))) {
      event.preventDefault();
      return;
    }
    queue.clear();
  }
}
