/**
 * Undoes the test writes of one run. The ERP may have applied a write whose response got lost, or may still apply it:
 * the run looks for the effect, undoes it, and lists every record that it could not restore.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Asked, Question } from './ask';
import { isObject, valuesAt } from './json';
import type { Erp } from './traits';

export interface NotUndone {
  record: string;
  why: string;
}

const pollMs = 250;
const mostAttempts = 3;

/** The shop follows no redirect, so a redirected call does nothing. */
export const failed = (answer: Asked | null): boolean => answer === null || answer.status >= 300;

/** True if the response does not show whether the ERP applied the write. A JSON 500 of Odoo rolls it back. */
const isInDoubt = (answer: Asked | null): boolean =>
  answer === null ||
  answer.status > 500 ||
  (answer.status === 500 && answer.json === undefined) ||
  (answer.status === 404 && answer.json === undefined);

const statusOf = (answer: Asked | null): string =>
  answer === null ? 'has no response' : `answers ${answer.status}`;

/** A record that a probe creates. Its name is unique, so that a list shows it after a lost response. */
interface TestRecord {
  /** Kind and name of the record: `wishlist "conformance …"`. */
  record: string;
  path: string;
  body: unknown;
  /** List of such records: an array, or a page with `items`. */
  list: string;
  isIt: (item: Record<string, unknown>) => boolean;
  /** Path of the DELETE. */
  pathOf: (id: number) => string;
}

export class Undo {
  readonly #left = new Map<string, string>();

  constructor(
    readonly erp: Erp,
    readonly token: string,
    /** How long a write without a response may take to show its effect. */
    readonly settleMs: number,
  ) {}

  get notUndone(): NotUndone[] {
    return [...this.#left].map(([record, why]) => ({ record, why }));
  }

  leave(record: string, why: string): void {
    this.#left.set(record, why);
  }

  /** Sends a write once: a repeated request could apply it twice. */
  write(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<Asked | null> {
    const question: Question = { method, path, token: this.token, single: true };
    return this.erp.send(body === undefined ? question : { ...question, body });
  }

  /** Repeats a look until it returns a value, or until a write without a response has had its time. */
  async settled<T>(look: () => Promise<T | null>): Promise<T | null> {
    const end = performance.now() + this.settleMs;
    for (;;) {
      const found = await look();
      if (found !== null || performance.now() >= end) return found;
      await pause(pollMs);
    }
  }

  async #list({ list, isIt }: TestRecord): Promise<number[] | null> {
    const answer = await this.erp.get(list, { token: this.token });
    if (failed(answer)) return null;
    const json = answer?.json;
    const items: unknown[] = Array.isArray(json) ? json : valuesAt(json, 'items[]');
    return items
      .filter((item) => isObject(item) && isIt(item))
      .flatMap((item) => valuesAt(item, 'id'))
      .filter((id) => typeof id === 'number');
  }

  /** Creates a record, tries something with it, and deletes it. `id` is null if the ERP created none. */
  async withRecord<T>(
    wanted: TestRecord,
    use: (made: Asked | null, id: number | null) => Promise<T>,
  ): Promise<T> {
    const made = await this.write('POST', wanted.path, wanted.body);
    const [sent] = failed(made) ? [] : valuesAt(made?.json, 'id');
    let id = typeof sent === 'number' ? sent : null;
    if (id === null && !failed(made)) id = (await this.#list(wanted))?.[0] ?? null;
    else if (isInDoubt(made)) {
      id = await this.settled(async () => (await this.#list(wanted))?.[0] ?? null);
      if (id === null)
        this.leave(
          wanted.record,
          `POST ${wanted.path} ${statusOf(made)}: the record may still appear; delete it then`,
        );
    }
    try {
      return await use(made, id);
    } finally {
      if (id !== null) await this.#remove(wanted, id);
    }
  }

  async #remove(wanted: TestRecord, id: number): Promise<void> {
    const path = wanted.pathOf(id);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.write('DELETE', path);
      const isGone = !failed(answer) || (answer?.status === 404 && answer.json !== undefined);
      if (isGone) return;
      if (isInDoubt(answer) && attempt < mostAttempts) {
        const listed = await this.settled(() => this.#list(wanted));
        if (listed?.includes(id) === false) return;
        continue;
      }
      return this.leave(`${wanted.record}, id ${id}`, `DELETE ${path} ${statusOf(answer)}`);
    }
  }
}

export const quantityOf = (json: unknown, productId: number): number =>
  valuesAt(json, 'lines[]').reduce<number>((sum, line) => {
    const [id] = valuesAt(line, 'product_id');
    const [qty] = valuesAt(line, 'qty');
    return id === productId && typeof qty === 'number' ? sum + qty : sum;
  }, 0);

const valueAt = (json: unknown, path: string): unknown => valuesAt(json, path)[0] ?? null;

/** Goods of the cart by product. The ERP derives lines of delivery and rewards itself. */
function goodsOf(json: unknown): Map<unknown, number> {
  const goods = valuesAt(json, 'lines[]').filter(
    (line) =>
      isObject(line) &&
      line['is_delivery'] !== true &&
      !['delivery', 'reward'].includes(String(line['type'])) &&
      typeof line['product_id'] === 'number' &&
      line['product_id'] > 0,
  );
  const ids = goods.map((line) => valueAt(line, 'product_id'));
  return new Map(ids.map((id) => [id, quantityOf({ lines: goods }, Number(id))]));
}

const carrierOf = (json: unknown): unknown =>
  valueAt(json, 'delivery.method.id') ?? valueAt(json, 'delivery.selected_carrier.id');

/** What a customer sets on a cart, beside its goods. */
const choices: Readonly<Record<string, (cart: unknown) => unknown>> = {
  carrier: carrierOf,
  'delivery address': (cart) => valueAt(cart, 'delivery.address.id'),
  'invoicing address': (cart) => valueAt(cart, 'invoicing.address.id'),
  reference: (cart) => valueAt(cart, 'client_order_ref') || null,
  note: (cart) => valueAt(cart, 'note') || null,
};

/** Paths of Odoo 16, of Odoo 18, and of an ERP without a separate carrier module, each with its key. */
const carrierWrites = [
  ['carts/current/set_carrier', 'carrier_id'],
  ['carts/current/carrier', 'carrier_id'],
  ['carts/set_delivery_method', 'method_id'],
] as const;

/** The customer's cart: changes one product, and restores everything that this changed. */
export class TestCart {
  /** The test product has this quantity unless a write is in doubt. */
  #quantity: number;
  #uuid: unknown;

  private constructor(
    readonly undo: Undo,
    readonly productId: number,
    /** The cart as first read, undefined if the customer had none. */
    readonly before: unknown,
  ) {
    this.#quantity = this.quantityBefore;
    this.#uuid = valueAt(before, 'uuid');
  }

  /** The response if the cart cannot be read: then nothing may be written, because nothing could be restored. */
  static async open(undo: Undo, productId: number): Promise<TestCart | { unread: Asked | null }> {
    const cart = await undo.erp.get('carts/current', { token: undo.token });
    const isReadable = !failed(cart) && (cart?.status === 204 || cart?.json !== undefined);
    return isReadable ? new TestCart(undo, productId, cart?.json) : { unread: cart };
  }

  /** Uuid of the cart in the latest response; null as long as there is none. */
  get uuid(): unknown {
    return this.#uuid;
  }

  get quantityBefore(): number {
    return quantityOf(this.before, this.productId);
  }

  get #record(): string {
    return `product ${this.productId} in this customer’s cart`;
  }

  async #read(): Promise<{ json: unknown } | null> {
    const cart = await this.undo.erp.get('carts/current', { token: this.undo.token });
    if (failed(cart)) return null;
    this.#uuid = valueAt(cart?.json, 'uuid') ?? this.#uuid;
    return { json: cart?.json };
  }

  /** Cart as it stands; null if it cannot be read in time. */
  #readPatiently(): Promise<{ json: unknown } | null> {
    return this.undo.settled(() => this.#read());
  }

  /** Sends transactions of the test product. */
  async send(
    transactions: readonly { uuid: string; product_id: number; qty: number }[],
    uuid: unknown = this.#uuid,
  ): Promise<Asked | null> {
    const answer = await this.undo.write('POST', 'carts/sync', { uuid, transactions });
    if (!failed(answer)) {
      this.#quantity = quantityOf(answer?.json, this.productId);
      this.#uuid = valueAt(answer?.json, 'uuid') ?? this.#uuid;
      return answer;
    }
    const change = transactions.reduce((sum, { qty }) => sum + qty, 0);
    if (!isInDoubt(answer) || change === 0) return answer;
    const expected = this.#quantity + change;
    const isApplied = await this.undo.settled(async () => {
      const cart = await this.#read();
      return cart && quantityOf(cart.json, this.productId) === expected ? true : null;
    });
    if (isApplied === true) this.#quantity = expected;
    else
      this.undo.leave(
        this.#record,
        `POST carts/sync ${statusOf(answer)}: a change by ${change} may still arrive; the cart had ${this.quantityBefore} before the test`,
      );
    return answer;
  }

  /** Restores the quantity of the test product. */
  async restore(): Promise<void> {
    const { productId, quantityBefore } = this;
    let last: Asked | null = null;
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const now = await this.#readPatiently();
      if (now === null) break;
      this.#quantity = quantityOf(now.json, productId);
      const qty = quantityBefore - this.#quantity;
      if (qty === 0) return;
      const transactions = [{ uuid: crypto.randomUUID(), product_id: productId, qty }];
      last = await this.send(transactions);
      // A second write could undo twice what the first one still undoes.
      if (isInDoubt(last) && this.#quantity !== quantityBefore) return;
    }
    const why = last === null ? 'the cart could not be read' : `POST carts/sync ${statusOf(last)}`;
    this.undo.leave(this.#record, `${why}; set it to ${quantityBefore}`);
  }

  /** A change of goods removes the delivery choice (contract/erp.md 10.4). */
  async #chooseCarrier(id: unknown): Promise<void> {
    for (const [path, key] of carrierWrites) {
      const answer = await this.undo.write('POST', path, { [key]: id });
      if (!failed(answer)) return;
    }
  }

  /** Restores what a write beside the goods changed, and reports every remaining difference. */
  async close(): Promise<void> {
    const before = this.before;
    const now = await this.#readPatiently();
    if (now === null) return this.undo.leave('this customer’s cart', 'it could not be read again');
    const carrier = carrierOf(before);
    const isLost = carrier !== null && carrierOf(now.json) !== carrier;
    if (isLost) await this.#chooseCarrier(carrier);
    const after = isLost ? ((await this.#readPatiently())?.json ?? now.json) : now.json;
    const [goodsBefore, goodsAfter] = [goodsOf(before), goodsOf(after)];
    for (const id of new Set([...goodsBefore.keys(), ...goodsAfter.keys()])) {
      const [was, is] = [goodsBefore.get(id) ?? 0, goodsAfter.get(id) ?? 0];
      if (was !== is && id !== this.productId)
        this.undo.leave(`product ${String(id)} in this customer’s cart`, `was ${was}, is ${is}`);
    }
    // An empty cart equals none, and a new one has the customer's default addresses.
    if (valueAt(before, 'uuid') === null) return;
    for (const [name, valueOf] of Object.entries(choices)) {
      const [was, is] = [valueOf(before), valueOf(after)];
      if (was !== is)
        this.undo.leave(`${name} of this customer’s cart`, `was ${String(was)}, is ${String(is)}`);
    }
  }
}
