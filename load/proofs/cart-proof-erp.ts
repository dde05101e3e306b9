/**
 * A model of the ERP for the exactly-once test, faithful to contract/erp.md 10:
 * - writes are deltas per product, all or nothing, and a line at zero disappears;
 * - several carts may be open;
 * - a delayed write is applied later even if its caller has gone, and a read in the meantime shows the old cart.
 *
 * It implements the shop's own caller interface, so the shop's real ERP client reads it. It counts how often each
 * transaction was applied.
 */
import { UpstreamFailure } from '../../server/upstream/failure';
import type { Caller, UpstreamRequest } from '../../server/upstream/caller';
import type { RawAnswer } from '../../server/upstream/raw-answer';
import type { VirtualTime } from './cart-proof-time';
import { z } from 'zod';

export interface ErpModel {
  /**
   * How the ERP treats repeated transactions: `skip` ignores known uuids, `none` applies every repetition (the
   * published modules), `strict` rejects an out-of-order repetition.
   */
  dedup: 'skip' | 'none' | 'strict';
  /** The ERP reads only the uuid in the path, not the one in the body. */
  pathOnly: boolean;
  /** The probability of a fault per call, and the longest time until a write is applied. */
  faults: number;
  latestMs: number;
}

const faultDice = {
  refused: 0.1,
  'html-404': 0.2,
  'json-500': 0.3,
  'cut-before': 0.4,
  'late-and-cut': 0.5,
  late: 0.7,
  'answer-502': 0.8,
  none: 1,
} as const;
/** What may happen to one call. A `late` write is applied up to `latestMs` after it was sent. */
export type Fault = keyof typeof faultDice;

interface OpenCart {
  uuid: string;
  lines: Map<number, number>;
}

const Body = z.object({
  uuid: z.string().nullable(),
  transactions: z.array(z.object({ uuid: z.string(), product_id: z.number(), qty: z.number() })),
});
type Sent = z.output<typeof Body>['transactions'][number];

export const unknownProduct = 404_404;
/**
 * A quantity that the model ERP cannot store. Thirty of them stay below the maximum of a cart line, so that edits of the
 * same line still fit.
 */
export const unstorable = 300;

export class ModelErp {
  readonly #time: VirtualTime;
  readonly #random: () => number;
  readonly #model: ErpModel;
  #carts: OpenCart[] = [];
  readonly #orders: Date[] = [];
  #made = 0;
  #busyUntil = 0;
  #calm = false;
  faultsMade = 0;
  /** Number of times that each transaction was applied, by uuid. */
  readonly applications = new Map<string, number>();
  readonly #history = new Map<number, { at: number; quantity: number }[]>();
  constructor(time: VirtualTime, random: () => number, model: ErpModel) {
    this.#time = time;
    this.#random = random;
    this.#model = model;
  }

  /** Faults of the next writes, in order. A test sets them; the proof uses random faults. */
  readonly script: Fault[] = [];

  /** Calls that are carried out but answered with an empty 200, as by a proxy in front of the ERP. */
  readonly hollow = new Set<'sync' | 'write' | 'cart' | 'sales'>();

  /** Stops all faults, so that pending work can finish. */
  calm(): void {
    this.#calm = true;
  }

  get cart(): OpenCart | null {
    return this.#carts.at(-1) ?? null;
  }

  quantityAt(product: number, at: number): number {
    const known = (this.#history.get(product) ?? []).filter((entry) => entry.at <= at).at(-1);
    return known?.quantity ?? 0;
  }

  /** Simulates a sales representative, or another shop of the same company, who changes the cart. */
  editByOther(product: number, delta: number): void {
    const cart = this.cart;
    if (cart) this.#change(cart, product, delta);
  }

  /** Simulates that the cart is confirmed as an order elsewhere. */
  confirmElsewhere(): void {
    const cart = this.#carts.pop();
    if (!cart) return;
    this.#orders.push(this.#time.clock.now());
    for (const product of cart.lines.keys()) this.#note(product, 0);
  }

  caller(): Caller {
    return {
      send: (request) => this.#send(request),
      ping: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }

  async #send(request: UpstreamRequest): Promise<RawAnswer> {
    if (request.mayLeave?.() === false) throw this.#failure(request, 'overloaded', 'nothing');
    if (request.method === 'GET')
      return request.url.endsWith('carts/current') ? this.#current() : this.#sales();
    const deadline = this.#time.now() + request.timeoutMs;
    const body = Body.parse(JSON.parse(request.body?.kind === 'json' ? request.body.text : '{}'));
    const faulty = !this.#calm && this.#random() < this.#model.faults;
    const scripted = body.transactions.length > 0 ? this.script.shift() : undefined;
    const fault = scripted ? faultDice[scripted] : faulty ? this.#random() : 1;
    if (fault < 1) this.faultsMade += 1;
    if (fault < 0.15) throw this.#failure(request, 'unreachable', 'nothing');
    if (fault < 0.25) return this.#html(404);
    if (fault < 0.32) return this.#json(500, { detail: 'Internal Server Error' });
    if (fault < 0.42) {
      await this.#time.sleep(this.#random() * 3_000);
      throw this.#failure(request, 'unreachable', 'unknown');
    }
    const landed = this.#land(request, body, fault < 0.75);
    if (fault < 0.6) {
      // The request has arrived, but the connection breaks before the response.
      await this.#time.sleep(this.#random() * 2_000);
      throw this.#failure(request, 'unreachable', 'unknown');
    }
    const answer = await Promise.race([
      landed,
      this.#time.sleep(deadline - this.#time.now()).then(() => null),
    ]);
    if (!answer) throw this.#failure(request, 'timeout', 'unknown');
    if (fault < 1 && fault >= 0.75 && fault < 0.9) return this.#html(502);
    const kind = body.transactions.length > 0 ? 'write' : 'sync';
    return this.hollow.has(kind) ? this.#json(200, {}) : answer;
  }

  async #current(): Promise<RawAnswer> {
    await this.#time.sleep(50);
    if (this.hollow.has('cart')) return this.#json(200, null);
    return this.cart ? this.#json(200, shapeOf(this.cart)) : this.#empty();
  }

  async #sales(): Promise<RawAnswer> {
    await this.#time.sleep(50);
    if (this.hollow.has('sales')) return this.#json(200, {});
    const items = this.#orders.map((at) => ({ date_order: at.toISOString().slice(0, 19) }));
    return this.#json(200, { count: items.length, items });
  }

  /** Applies the write after its own delay, whether or not a caller still waits. */
  async #land(
    request: UpstreamRequest,
    body: z.output<typeof Body>,
    slow: boolean,
  ): Promise<RawAnswer> {
    const work = 20 + this.#random() * 200;
    await this.#time.sleep(slow ? this.#random() * this.#model.latestMs : work);
    if (body.transactions.length > 0) {
      // One row lock per cart: writes run one after the other.
      const start = Math.max(this.#time.now(), this.#busyUntil);
      this.#busyUntil = start + 5;
      await this.#time.sleep(this.#busyUntil - this.#time.now());
    }
    return this.#sync(request.url, body);
  }

  #sync(url: string, { uuid, transactions }: z.output<typeof Body>): RawAnswer {
    const inPath = /carts\/([0-9a-f-]{36})\/sync/.exec(url)?.[1] ?? null;
    const named = this.#model.pathOnly ? inPath : (inPath ?? uuid);
    if (transactions.some((one) => one.product_id === unknownProduct))
      return this.#json(404, { detail: 'MissingError' });
    if (transactions.some((one) => Math.abs(one.qty) === unstorable))
      return this.#json(500, { detail: 'Internal Server Error' });
    if (!this.cart && transactions.length === 0) return this.#empty();
    const cart = this.cart ?? this.#open();
    const ignored = named !== null && named !== cart.uuid;
    if (!ignored) {
      const fresh = this.#fresh(transactions);
      if (!fresh) return this.#json(400, { detail: 'out of order' });
      this.#apply(cart, fresh);
    }
    return this.#json(201, shapeOf(cart));
  }

  #fresh(transactions: Sent[]): Sent[] | null {
    if (this.#model.dedup === 'none') return transactions;
    const isNew = (one: Sent): boolean => !this.applications.has(one.uuid);
    if (this.#model.dedup === 'skip') return transactions.filter(isNew);
    const firstNew = transactions.findIndex(isNew);
    if (firstNew < 0) return [];
    const rest = transactions.slice(firstNew);
    return rest.every(isNew) ? rest : null;
  }

  #apply(cart: OpenCart, transactions: Sent[]): void {
    const sums = new Map<number, number>();
    for (const one of transactions) {
      sums.set(one.product_id, (sums.get(one.product_id) ?? 0) + one.qty);
      this.applications.set(one.uuid, (this.applications.get(one.uuid) ?? 0) + 1);
    }
    for (const [product, sum] of sums) this.#change(cart, product, sum);
  }

  #change(cart: OpenCart, product: number, delta: number): void {
    const quantity = Math.max(0, (cart.lines.get(product) ?? 0) + delta);
    if (quantity === 0) cart.lines.delete(product);
    else cart.lines.set(product, quantity);
    this.#note(product, quantity);
  }

  #note(product: number, quantity: number): void {
    const history = this.#history.get(product) ?? [];
    history.push({ at: this.#time.now(), quantity });
    this.#history.set(product, history);
  }

  #open(): OpenCart {
    this.#made += 1;
    const uuid = `00000000-0000-4000-8000-${String(this.#made).padStart(12, '0')}`;
    const cart = { uuid, lines: new Map<number, number>() };
    this.#carts.push(cart);
    return cart;
  }

  #failure(
    { operation, reference }: UpstreamRequest,
    reason: 'unreachable' | 'timeout' | 'overloaded',
    applied: 'nothing' | 'unknown',
  ): UpstreamFailure {
    return new UpstreamFailure({
      service: 'erp',
      operation,
      reason,
      applied,
      status: null,
      reference,
    });
  }

  #raw(status: number, contentType: string, json: unknown, bytes: number): RawAnswer {
    return {
      status,
      headers: {},
      setCookies: [],
      contentType,
      contentLength: bytes,
      bytes,
      json,
      stream: null,
      excerpt: '',
    };
  }
  #json = (status: number, json: unknown): RawAnswer =>
    this.#raw(status, 'application/json', json, 99);
  #html = (status: number): RawAnswer => this.#raw(status, 'text/html', undefined, 99);
  #empty = (): RawAnswer => this.#raw(204, 'text/html', undefined, 0);
}

const shapeOf = ({ uuid, lines }: OpenCart): object => ({
  id: 1,
  uuid,
  name: 'S1',
  typology: 'cart',
  state: 'draft',
  lines: [...lines].map(([product_id, qty], index) => ({
    id: index + 1,
    product_id,
    name: `P${product_id}`,
    qty,
    type: 'product',
  })),
});
