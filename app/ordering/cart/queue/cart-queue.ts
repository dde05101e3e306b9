/**
 * The browser's queue of cart changes: one storage key per transaction, so that tabs never overwrite each
 * other. What has left once is frozen: resent identical and in order until the shop says what became of it;
 * only then may younger changes leave. Pure over its storage; the island drives it, the proof too.
 */
import {
  maxBatch,
  maxWithOptions,
  type IslandAnswer,
  type IslandBody,
  type KnownCart,
  type PageCart,
} from './island-wire';
import {
  applied,
  isUsable,
  keyOf,
  piecesOf,
  type LineKey,
  type Options,
  type Quantities,
  type Transaction,
} from '../transaction';

export interface QueueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

export interface Change {
  productId: number;
  quantity: number;
  /** What the line shall hold, whatever others have made of it meanwhile. */
  to?: number | undefined;
  options?: Options | undefined;
  /** Its own, where it has one already. */
  uuid?: string;
}

interface Queued extends Change {
  uuid: string;
  owner: string;
  cart: string | null;
  /** Set before the first POST, with what the shop and the cart looked like then. */
  sent?: { epoch: string; base: KnownCart } | undefined;
  /** Of the snapshot that was known then. */
  at?: number | undefined;
}

/** The cart with what waits on top. */
export interface CartInView {
  lines: Quantities;
  /** All of them, for the badge. */
  pieces: number;
  /** Lines with changes that wait in this browser; true: one had left before this page, which may show it already. */
  pending: ReadonlyMap<LineKey, boolean>;
}

interface Remembered extends PageCart {
  owner: string;
}

/** The version is that of the values under it. */
const keptPrefix = 'cart:v1:';
export const txPrefix = `${keptPrefix}tx:`;
/** Where a customer's scanned lines lie: beside the queue, forgotten with it. */
export const scanPrefixOf = (owner: string): string => `cart:v1:scan:${owner}:`;
const cartKey = 'cart:v1:cart';
export const maxWaitMs = 300_000;

/** Full jitter: a random wait below 1, 2, 4 … seconds, five minutes at most (CART-05). */
export const retryDelayMs = (attempt: number, random: () => number): number =>
  random() * Math.min(1000 * 2 ** attempt, maxWaitMs);

export class CartQueue {
  readonly #storage: QueueStorage;
  readonly #owner: string;
  readonly #uuid: () => string;
  readonly #page: PageCart | null;
  /** The newest snapshot so far: the storage may be cleared under an open page. */
  #newest: PageCart | null;
  readonly #shown: Quantities | null;
  /** Had left before this page was there: it may show them already. */
  readonly #early: ReadonlySet<string>;
  /** Of what this customer has here, something, when the shop was asked last. */
  #held: unknown;
  /**
   * `page`: the cart as the page came with it. `shown`: what the cart page shows, with all that the shop had to send
   * or was in doubt about.
   */
  constructor(
    storage: QueueStorage,
    owner: string,
    uuid: () => string,
    page: PageCart | null = null,
    shown: Quantities | null = null,
  ) {
    this.#storage = storage;
    this.#owner = owner;
    this.#uuid = uuid;
    this.#page = this.#newest = page;
    this.#shown = shown;
    const early = this.#items().filter(({ item }) => item.sent && (item.at ?? 0) < (page?.at ?? 0));
    this.#early = new Set(early.map(({ item }) => item.uuid));
  }

  /** Keeps all of these changes, or none: throws when the storage is full. */
  addAll(edits: readonly Change[]): void {
    const kept: string[] = [];
    try {
      for (const edit of edits) {
        const key = this.add(edit);
        if (key !== null) kept.push(key);
      }
    } catch (error) {
      for (const key of kept) this.#storage.remove(key);
      throw error;
    }
  }

  /** Keeps one change and says where. A missing product or a quantity that is no number is ignored: null (CART-03). */
  add({ productId, quantity, to, options, uuid = this.#uuid() }: Change): string | null {
    if (!Number.isInteger(productId) || productId <= 0 || !isUsable(quantity)) return null;
    const keys = this.#keys();
    const seq = keys.reduce((top, key) => Math.max(top, seqOf(key)), 0) + 1;
    // Another tab has kept this very change.
    if (keys.some((key) => key.endsWith(uuid))) return null;
    const cart = this.remembered()?.cart.uuid ?? null;
    const item: Queued = { uuid, productId, quantity, to, options, owner: this.#owner, cart };
    const key = keyFor(seq, uuid);
    this.#storage.set(key, JSON.stringify(item));
    return key;
  }

  /** This customer's changes that the shop has not settled, oldest first. */
  pending(): Transaction[] {
    return this.#items().map(({ item }) => item);
  }

  /** The next thing to send: the frozen batch as it was, else the oldest unsent changes, now frozen. */
  freeze(): IslandBody {
    const items = this.#items();
    const frozen = items.filter(({ item }) => item.sent);
    const first = frozen[0]?.item;
    const next = first ? frozen : items;
    const most = next.some(({ item }) => item.options) ? maxWithOptions : maxBatch;
    const batch = next.slice(0, most);
    const {
      epoch,
      at,
      cart,
      base = cart,
    } = this.remembered() ?? { epoch: '', at: 0, cart: { uuid: null, lines: [] } };
    const sent = first?.sent ?? { epoch, base };
    if (!first) {
      for (const { key, item } of batch)
        this.#storage.set(key, JSON.stringify({ ...item, sent, at }));
    }
    this.#held = this.#items()[0] ?? this.#kept();
    return {
      owner: this.#owner,
      txs: batch.map(({ item: { uuid, productId, quantity, options, cart } }) => ({
        uuid,
        product_id: productId,
        qty: quantity,
        options,
        cart,
      })),
      to: [...batch.map(({ item }) => item.to), first?.at].join(),
      sent,
    };
  }

  /** The shop has answered: its cart is the cart, and what it has settled is forgotten. */
  settle(answer: IslandAnswer): void {
    const { epoch, at, cart, base, waiting, unsent } = answer;
    // Signed out in another tab while the shop was asked: nothing comes back.
    if (this.#held && !(this.#items()[0] ?? this.#kept())) return;
    const done = new Set([answer.acked, answer.rejected, answer.review, answer.dropped].flat());
    // First what makes room: a full storage must not keep what has been settled.
    for (const { key, item } of this.#items()) if (done.has(item.uuid)) this.#storage.remove(key);
    if (at < (this.#kept()?.at ?? 0)) return;
    const kept: Remembered = { owner: this.#owner, epoch, at, cart, base, waiting, unsent };
    this.#storage.set(cartKey, JSON.stringify(kept));
  }

  /** Signing out, after the question (CART-08): this customer's changes and cart are forgotten, past searches too. */
  clear(): void {
    for (const key of this.#storage.keys()) {
      const value = read(this.#storage.get(key)) as { owner?: unknown } | null;
      const isOwn = key.includes(`:${this.#owner}`) || value?.owner === this.#owner;
      if (key.startsWith(keptPrefix) && isOwn) this.#storage.remove(key);
    }
  }

  /** How many lines this customer scanned and has not added (`quick-order/scan`). */
  scanned(): number {
    return this.#scanKeys().filter((key) => {
      const line = read(this.#storage.get(key)) as { added?: boolean } | null;
      return line && !line.added;
    }).length;
  }

  #scanKeys(): string[] {
    return this.#storage.keys().filter((key) => key.startsWith(scanPrefixOf(this.#owner)));
  }

  /** The newest snapshot of the cart: this page's, or what another tab or an answer has left since. */
  remembered(): PageCart | null {
    const own = this.#kept();
    // What an earlier version of the shop has left has no date.
    if (own && (own.at ?? -1) >= (this.#newest?.at ?? -1)) this.#newest = own;
    return this.#newest;
  }

  /** The last cart with what waits on top, here and in the shop (CART-03). */
  view(): CartInView {
    const known = this.remembered();
    const isPage = known === this.#page;
    const shown = isPage ? this.#shown : null;
    const isUnclear = ({ uuid }: Transaction): boolean => isPage && this.#early.has(uuid);
    const pending = this.pending();
    const open = [...(known?.unsent ?? []), ...pending.filter((one) => !isUnclear(one))];
    const once = new Map(open.map((one) => [one.uuid, one]));
    const lines = applied(shown ?? new Map(known?.cart.lines ?? []), [...once.values()]);
    return {
      lines,
      pieces: piecesOf(lines) + (shown ? 0 : (known?.waiting ?? 0)),
      // What left first decides.
      pending: new Map(pending.map((one) => [keyOf(one), isUnclear(one)] as const).reverse()),
    };
  }

  #kept(): Remembered | null {
    const known = read(this.#storage.get(cartKey)) as Remembered | null;
    return known?.owner === this.#owner ? known : null;
  }

  #keys(): string[] {
    return this.#storage.keys().filter((key) => key.startsWith(txPrefix));
  }

  #items(): { key: string; item: Queued }[] {
    return this.#keys()
      .sort()
      .flatMap((key) => {
        const item = read(this.#storage.get(key)) as Queued | null;
        return item?.owner === this.#owner ? [{ key, item }] : [];
      });
  }
}

const keyFor = (seq: number, uuid: string): string =>
  `${txPrefix}${String(seq).padStart(8, '0')}-${uuid}`;
const seqOf = (key: string): number => parseInt(key.slice(txPrefix.length), 10) || 0;

/** A foreign value under our key is ignored, as one that another tab has removed. */
function read(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
