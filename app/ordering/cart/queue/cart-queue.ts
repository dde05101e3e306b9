/**
 * The browser's queue of cart edits. Each transaction has its own storage key, so that tabs never overwrite each other.
 * Sent transactions are frozen: the queue resends them unchanged and in order until the shop reports their outcome.
 * Only then may later edits be sent. The queue depends only on its storage; the cart's client script uses it, and so
 * does the proof of the sync protocol.
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
  /** Target quantity of the line, whatever other devices changed in the line meanwhile. */
  to?: number | undefined;
  options?: Options | undefined;
  /** uuid of the edit, if it already has one. */
  uuid?: string;
}

interface Queued extends Change {
  uuid: string;
  owner: string;
  cart: string | null;
  /** Set before the first POST of this edit: store epoch and cart at that time. */
  sent?: { epoch: string; base: KnownCart } | undefined;
  /** Time of the cart snapshot that this browser knew when it first sent the edit. */
  at?: number | undefined;
}

/** The cart with waiting edits applied. */
export interface CartInView {
  lines: Quantities;
  /** Sum of the pieces in all lines, for the badge. */
  pieces: number;
  /**
   * Lines with edits that wait in this browser. true: an edit was sent before this page loaded, so the page may already
   * include it.
   */
  pending: ReadonlyMap<LineKey, boolean>;
}

interface Remembered extends PageCart {
  owner: string;
}

/** The version in the prefix applies to all values under it. */
const keptPrefix = 'cart:v1:';
export const txPrefix = `${keptPrefix}tx:`;
/** Key prefix of a customer's scanned lines, which are cleared together with the queue. */
export const scanPrefixOf = (owner: string): string => `cart:v1:scan:${owner}:`;
const cartKey = 'cart:v1:cart';
export const maxWaitMs = 300_000;

/** Full jitter: a random wait below 1, 2, 4 … seconds, five minutes at most (CART-05). */
export const retryDelayMs = (attempt: number, random: () => number): number =>
  random() * Math.min(1000 * 2 ** attempt, maxWaitMs);

export class CartQueue {
  readonly #storage: QueueStorage;
  readonly #owner: string;
  /** Creates the uuid of an edit; the cart proof replaces it, so that a run can be repeated. */
  uuid = (): string => crypto.randomUUID();
  readonly #page: PageCart | null;
  /** The newest snapshot so far. Cached here because the storage may be cleared while the page is open. */
  #newest: PageCart | null;
  readonly #shown: Quantities | null;
  /** Edits that were sent before this page loaded; the page's cart may already include them. */
  readonly #early: ReadonlySet<string>;
  /**
   * Any stored entry of this customer when the last call started, to detect that another tab has cleared the storage.
   */
  #held: unknown;
  /**
   * `page`: the cart that came with the page. `shown`: quantities displayed on the cart page, including edits that the
   * shop had not sent or whose outcome was unknown.
   */
  constructor(
    storage: QueueStorage,
    owner: string,
    page: PageCart | null = null,
    shown: Quantities | null = null,
  ) {
    this.#storage = storage;
    this.#owner = owner;
    this.#page = this.#newest = page;
    this.#shown = shown;
    const early = this.#items().filter(({ item }) => item.sent && (item.at ?? 0) < (page?.at ?? 0));
    this.#early = new Set(early.map(({ item }) => item.uuid));
  }

  /** Stores all of these edits or none. Throws when the browser's storage is full. */
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

  /** Stores one edit and returns its key. Returns null for a missing product or an invalid quantity (CART-03). */
  add({ productId, quantity, to, options, uuid = this.uuid() }: Change): string | null {
    if (!Number.isInteger(productId) || productId <= 0 || !isUsable(quantity)) return null;
    const keys = this.#keys();
    const seq = keys.reduce((top, key) => Math.max(top, seqOf(key)), 0) + 1;
    // Another tab has stored the same edit.
    if (keys.some((key) => key.endsWith(uuid))) return null;
    const cart = this.remembered()?.cart.uuid ?? null;
    const item: Queued = { uuid, productId, quantity, to, options, owner: this.#owner, cart };
    const key = keyFor(seq, uuid);
    this.#storage.set(key, JSON.stringify(item));
    return key;
  }

  /** This customer's edits whose outcome the shop has not reported yet, oldest first. */
  pending(): Transaction[] {
    return this.#items().map(({ item }) => item);
  }

  /**
   * Returns the next batch to send: the batch that was sent before, unchanged, else the oldest unsent edits, which are
   * frozen now.
   */
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

  /**
   * Replaces the local cart with the cart in the shop's response, and drops edits whose outcome the response reports.
   */
  settle(answer: IslandAnswer): void {
    const { epoch, at, cart, base, waiting, unsent } = answer;
    // Another tab signed out while the call was running: store nothing.
    if (this.#held && !(this.#items()[0] ?? this.#kept())) return;
    const done = new Set([answer.acked, answer.rejected, answer.review, answer.dropped].flat());
    // Remove settled edits before storing the cart, to free space: they must not remain when the storage is full.
    for (const { key, item } of this.#items()) if (done.has(item.uuid)) this.#storage.remove(key);
    if (at < (this.#kept()?.at ?? 0)) return;
    const kept: Remembered = { owner: this.#owner, epoch, at, cart, base, waiting, unsent };
    this.#storage.set(cartKey, JSON.stringify(kept));
  }

  /** Clears this customer's edits, cart and past searches after a confirmed sign-out (CART-08). */
  clear(): void {
    for (const key of this.#storage.keys()) {
      const value = read(this.#storage.get(key)) as { owner?: unknown } | null;
      const isOwn = key.includes(`:${this.#owner}`) || value?.owner === this.#owner;
      if (key.startsWith(keptPrefix) && isOwn) this.#storage.remove(key);
    }
  }

  /** Number of scanned lines that the customer has not added yet (`quick-order/scan`). */
  scanned(): number {
    return this.#scanKeys().filter((key) => {
      const line = read(this.#storage.get(key)) as { added?: boolean } | null;
      return line && !line.added;
    }).length;
  }

  #scanKeys(): string[] {
    return this.#storage.keys().filter((key) => key.startsWith(scanPrefixOf(this.#owner)));
  }

  /** The newest snapshot of the cart: from this page, another tab, or a response of the shop. */
  remembered(): PageCart | null {
    const own = this.#kept();
    // A snapshot stored by an earlier release has no time.
    if (own && (own.at ?? -1) >= (this.#newest?.at ?? -1)) this.#newest = own;
    return this.#newest;
  }

  /** The last cart with waiting edits applied, from this browser and from the shop (CART-03). */
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
      // The oldest waiting edit of a line decides whether the page may already include it.
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

/** Parses a stored value; null when the shop did not write it, or another tab has removed it. */
function read(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
