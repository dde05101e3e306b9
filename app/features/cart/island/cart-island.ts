/**
 * `<cart-island>`: queues cart changes in the browser and sends them behind the page, where the browser can
 * keep them (CART-02). Everything it takes over works without it: a form it does not understand, or a
 * browser that stores nothing, goes to the server as ever. The element carries the owner of this page, the
 * shop's texts and the address to send to.
 */
import { CartQueue } from '../queue/cart-queue';
import { callSync, exclusively, usableStorage } from './island-host';
import { CartRunner, type Flags, type RunnerDeps, type SyncReply } from '../queue/cart-runner';
import { markInCart, markLines, showBadge, swapCart, type BadgeState } from './cart-marks';
import { CartVoice } from './cart-voice';
import { cartEdits, sheetEdits, type IslandEdit } from './island-forms';
import type { IslandBody } from '../queue/island-wire';
import { applied } from '../transaction';

const doubleClickMs = 600;
const channelName = 'cart';

class CartIsland extends HTMLElement {
  #queue: CartQueue | null = null;
  #runner: CartRunner | null = null;
  #channel: BroadcastChannel | null = null;
  #flags: Flags = { erpNotAvailable: false, syncError: false, stopped: false };
  #last: { form: HTMLFormElement; button: HTMLElement | null; at: number } | null = null;
  #checking = false;
  /** The last call got no answer. */
  #unanswered = false;
  readonly #voice = new CartVoice(this.dataset);
  #wake: () => void = () => {};
  /** Counts the customer's changes; `#rendered` is how many of them the running call knows. */
  #marks = 0;
  #rendered = -1;

  connectedCallback(): void {
    const { owner = '', epoch = '' } = this.dataset;
    const storage = usableStorage();
    if (!storage || !owner) return;
    const queue = new CartQueue(storage, owner, () => crypto.randomUUID());
    this.#queue = queue;
    this.#voice.start();
    this.#runner = new CartRunner({
      ...{ queue, epoch, exclusively, random: Math.random },
      post: (body) => this.#post(body),
      sleep: (ms) => this.#sleep(ms),
      onChange: (change) => this.#changed(change),
    });
    document.addEventListener('submit', this.#onSubmit);
    document.addEventListener('click', this.#onClick);
    addEventListener('online', this.#onOnline);
    addEventListener('offline', this.#show);
    addEventListener('storage', this.#onNews);
    if ('BroadcastChannel' in window) {
      this.#channel = new BroadcastChannel(channelName);
      this.#channel.addEventListener('message', this.#onNews);
    }
    this.#start(queue, owner);
  }

  disconnectedCallback(): void {
    document.removeEventListener('submit', this.#onSubmit);
    document.removeEventListener('click', this.#onClick);
    removeEventListener('online', this.#onOnline);
    removeEventListener('offline', this.#show);
    removeEventListener('storage', this.#onNews);
    this.#channel?.close();
  }

  /** What waits is sent; a customer who has just signed in is synchronised (CART-09). */
  #start(queue: CartQueue, owner: string): void {
    const seen = sessionStorage.getItem('cart:v1:seen') === owner;
    sessionStorage.setItem('cart:v1:seen', owner);
    if (queue.pending().length > 0) this.#show();
    if (queue.pending().length > 0 || !seen) void this.#runner?.kick();
  }

  async #post(body: IslandBody): Promise<SyncReply> {
    const all = this.#queue?.pending().length === body.txs.length;
    this.#rendered = all ? this.#marks : -1;
    const wantsCart = document.getElementById('cart-view') !== null;
    const address = this.dataset['sync'] ?? '';
    return callSync(address, wantsCart ? { ...body, fragment: 'cart' } : body);
  }

  /** The network's return ends a wait. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #changed({ flags, answer, status }: Parameters<RunnerDeps['onChange']>[0]): void {
    if (flags.stopped && !this.#flags.stopped)
      this.#voice.stopped(status, this.#queue?.pending().length ?? 0);
    this.#flags = flags;
    this.#checking = answer?.state === 'checking' && status !== 200;
    this.#unanswered = status === 0;
    this.#show();
    this.#channel?.postMessage('news');
    // The server has rendered what it was sent; what came after it is still only on this page.
    if (answer?.html && this.#rendered === this.#marks) swapCart(answer.html);
    const told = answer ? answer.rejected.length + answer.dropped.length + answer.review.length : 0;
    if (told > 0) this.#voice.say(this.dataset['tTold'] ?? '');
  }

  readonly #onOnline = (): void => {
    this.#wake();
    void this.#runner?.kick();
    this.#show();
  };

  readonly #onNews = (): void => {
    this.#show();
    if ((this.#queue?.pending().length ?? 0) > 0) void this.#runner?.kick();
  };

  /** The header, from the last cart and what waits. */
  readonly #show = (): void => {
    const queue = this.#queue;
    if (!queue) return;
    const pending = queue.pending();
    const lines = applied(new Map(queue.remembered()?.cart.lines ?? []), pending);
    let count = 0;
    for (const quantity of lines.values()) count += quantity;
    // A line that takes everything and answers nothing is no line, whatever the browser believes (P-81).
    const state: BadgeState =
      !navigator.onLine || this.#unanswered
        ? 'offline'
        : this.#flags.erpNotAvailable
          ? 'down'
          : pending.length > 0 || this.#flags.syncError
            ? 'pending'
            : 'synced';
    const checking = state === 'pending' && this.#checking;
    const word = this.dataset[checking ? 'tchecking' : `t${state}`] ?? '';
    showBadge(count, state, word);
    this.#voice.state(word);
  };

  /** Nothing is confirmed while changes wait here (CART-07); what waits is sent at once. */
  #mustWait(address: string): boolean {
    const { checkout = '' } = this.dataset;
    const path = new URL(address, location.href).pathname;
    const waits = !this.#flags.stopped && (this.#queue?.pending().length ?? 0) > 0;
    if (!checkout || path !== checkout || !waits) return false;
    this.#voice.say(this.dataset['tWait'] ?? '');
    this.#wake();
    void this.#runner?.kick();
    return true;
  }

  readonly #onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && this.#mustWait(link.href)) event.preventDefault();
  };

  readonly #onSubmit = (event: SubmitEvent): void => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || !this.#queue) return;
    const button = event.submitter;
    if (new URL(form.action, location.href).pathname.endsWith('/account/sign-out')) {
      if (form.method === 'post') this.#onSignOut(event);
      return;
    }
    if (this.#mustWait(form.action)) {
      event.preventDefault();
      return;
    }
    if (this.#flags.stopped || form.method !== 'post' || form.enctype.startsWith('multipart'))
      return;
    const done = form.id === 'cart' ? this.#takeCart(form, button) : this.#takeSheet(form, button);
    if (!done) return;
    event.preventDefault();
    this.#show();
    this.#channel?.postMessage('news');
    void this.#runner?.kick();
  };

  #takeCart(form: HTMLFormElement, button: HTMLElement | null): boolean {
    const read = cartEdits(form, button);
    if (!read || !this.#keep(read.edits)) return false;
    markLines(form, read.edits, read.targets, this.dataset['tWaiting'] ?? '');
    return true;
  }

  #takeSheet(form: HTMLFormElement, button: HTMLElement | null): boolean {
    const now = Date.now();
    const last = this.#last;
    if (last && last.form === form && last.button === button && now - last.at < doubleClickMs)
      return true;
    const edits = sheetEdits(form, button);
    if (!edits || !this.#keep(edits)) return false;
    this.#last = { form, button, at: now };
    const lines = applied(
      new Map(this.#queue?.remembered()?.cart.lines ?? []),
      this.#queue?.pending() ?? [],
    );
    for (const { field, productId } of edits) {
      const input = form.elements.namedItem(field);
      if (input instanceof HTMLInputElement) input.value = '';
      markInCart(field, lines.get(String(productId)) ?? 0, this.dataset['tInCart'] ?? '{pieces}');
    }
    this.#voice.say((this.dataset['tAdded'] ?? '').replace('{count}', String(edits.length)));
    return true;
  }

  /** All or nothing: a full storage lets the form go to the server. */
  #keep(edits: readonly IslandEdit[]): boolean {
    try {
      this.#queue?.addAll(edits);
      this.#marks += 1;
      return true;
    } catch {
      return false;
    }
  }

  /** Unsent changes are lost with the sign-out: it asks first (CART-08). */
  #onSignOut(event: SubmitEvent): void {
    const waiting = this.#queue?.pending().length ?? 0;
    const question = (this.dataset['tSignOut'] ?? '').replace('{count}', String(waiting));
    if (waiting > 0 && !confirm(question)) {
      event.preventDefault();
      return;
    }
    this.#queue?.clear();
    sessionStorage.removeItem('cart:v1:seen');
  }
}

export function defineCart(): void {
  if (!customElements.get('cart-island')) customElements.define('cart-island', CartIsland);
}
