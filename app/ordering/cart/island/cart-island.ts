/**
 * `<cart-island>`: queues cart edits in the browser and sends them in the background (CART-02). Every page also works
 * without this script. Forms that it cannot handle go to the server, and so do all forms in a browser without storage.
 * Its attributes hold the owner of the page, the cart known to the shop, and addresses. `cart-loader.ts` loads it on
 * demand.
 */
import { CartQueue } from '../queue/cart-queue';
import { CartRunner, type RunnerDeps, type SyncReply } from '../queue/cart-runner';
import type { IslandBody, PageCart } from '../queue/island-wire';
import { CartForms } from './cart-forms';
import { find, showBadge, showLines, shownQuantities, swapCart } from './cart-dom';
import type { BadgeState } from './cart-state';
import { LiveRegion } from './live-region';
import type { IslandWords } from '~/base/i18n/island-words';
import { callSync, exclusively, usableStorage } from './island-host';

const channelName = 'cart';
/** Time to wait for a pressed button to be released, in ms. */
const pressMs = 200;

class Cart {
  readonly #words: IslandWords['cart'];
  readonly #queue: CartQueue;
  readonly #runner: CartRunner;
  readonly #forms: CartForms;
  readonly #liveRegion: LiveRegion;
  readonly #channel = new BroadcastChannel(channelName);
  #checking = false;
  /** True when the last call got no response. */
  #unanswered = false;
  #wake: () => void = () => {};
  /** Number of the customer's edits on this page. `#rendered` is the number of edits that the running call includes. */
  #revision = 0;
  #rendered = -1;

  constructor(
    dataset: DOMStringMap,
    words: IslandWords['cart'],
    queue: CartQueue,
    page: PageCart | null,
  ) {
    const { checkout = '', sync = '' } = dataset;
    const liveRegion = new LiveRegion(words, dataset);
    this.#words = words;
    this.#queue = queue;
    this.#liveRegion = liveRegion;
    this.#runner = new CartRunner({
      queue,
      exclusively,
      random: Math.random,
      post: (body) => this.#post(sync, body),
      sleep: (ms) => this.#sleep(ms),
      onChange: (change) => this.#changed(change),
    });
    this.#forms = new CartForms({
      queue,
      words,
      checkout,
      stopped: () => this.#runner.flags.stopped,
      say: (text) => liveRegion.say(text),
      kept: this.#kept,
      hurry: this.#hurry,
    });
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#show);
    addEventListener('cart:kept', this.#kept);
    addEventListener('visibilitychange', this.#onNews);
    this.#channel.onmessage = this.#onNews;
    // Send waiting edits, or request the cart data that the shop did not have when it rendered the page (CART-09).
    const waits = queue.pending().length > 0;
    const asks = 'asks' in dataset || !navigator.onLine;
    const isOld = queue.remembered() !== page;
    if (waits || (!asks && isOld)) this.#show();
    this.#forms.offerUndo();
    if (waits || asks || isOld) void this.#runner.kick();
  }

  #post(address: string, body: IslandBody): Promise<SyncReply> {
    const all = this.#queue.pending().length === body.txs.length;
    this.#rendered = all ? this.#revision : -1;
    const fragment = find('#cart-view') ? 'cart' : undefined;
    return callSync(address, { ...body, fragment });
  }

  /** Waits; when the network connection returns, the wait ends early. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** This page, or another script on it, has queued edits. */
  readonly #kept = (): void => {
    this.#revision += 1;
    this.#show();
    this.#channel.postMessage(0);
    void this.#runner.kick();
  };

  #changed({ answer, status }: Parameters<RunnerDeps['onChange']>[0]): void {
    this.#liveRegion.stopped(status, this.#queue.pending().length);
    this.#checking = answer?.state === 'checking' && status !== 200;
    this.#unanswered = status === 0;
    this.#show();
    // Use the server's markup only if it includes all edits of this page.
    if (answer?.html && this.#rendered === this.#revision) {
      // Wait until a pressed button is released: replacing the button before that would lose the click.
      if (find('#cart-view button:active')) setTimeout(this.#onNews, pressMs);
      else {
        swapCart(answer.html);
        this.#show();
        this.#liveRegion.tell(answer.told);
      }
    }
    this.#forms.resume();
    if (!answer) return;
    const reported = answer.rejected.length + answer.dropped.length + answer.review.length;
    if (reported + answer.acked.length === 0) return;
    // The page of scanned lines distinguishes added lines from reported ones (`scan-island.ts`).
    this.#channel.postMessage(reported);
    if (reported > 0) this.#liveRegion.say(this.#words.told, true);
    else if (answer.added && !find('#cart-view')) this.#liveRegion.say(answer.added);
  }

  /** Runs when the network is back, or when the user wants to continue and edits must be sent first: sends at once. */
  readonly #hurry = (): void => {
    this.#wake();
    void this.#runner.kick();
    this.#show();
  };

  /** Another tab changed the queue, or this tab became visible: refresh the cart page. */
  readonly #onNews = (): void => {
    this.#show();
    this.#forms.resume();
    const isSeen = !document.hidden && find('#cart-view');
    if (isSeen || this.#queue.pending().length) void this.#runner.kick();
  };

  #state(pending: number): BadgeState {
    // A call without response counts as offline, whatever `navigator.onLine` reports (P-81).
    if (!navigator.onLine || this.#unanswered) return 'offline';
    const { flags } = this.#runner;
    if (flags.erpNotAvailable) return 'down';
    if (this.#checking) return 'checking';
    return pending > 0 || flags.syncError ? 'pending' : 'synced';
  }

  /** Updates header and lines from the last cart and the waiting edits. */
  readonly #show = (): void => {
    const state = this.#state(this.#queue.pending().length);
    const word = this.#words.sync[state];
    const view = this.#queue.view();
    showBadge(view.pieces, state, word);
    showLines(view);
    this.#liveRegion.state(word);
  };
}

export function defineCart(words: IslandWords['cart']): void {
  class CartIsland extends HTMLElement {
    connectedCallback(): void {
      const { owner, known = 'null' } = this.dataset;
      const storage = usableStorage();
      if (!storage || !owner) return;
      const page = JSON.parse(known) as PageCart | null;
      const queue = new CartQueue(storage, owner, page, shownQuantities());
      new Cart(this.dataset, words, queue, page);
    }
  }
  customElements.define('cart-island', CartIsland);
}
