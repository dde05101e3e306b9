/**
 * The shop's side of the exactly-once test. Instances crash and pause in front of a model ERP for each customer, with a
 * store that may fail. The network to them loses requests and responses. The ERP client, the sync engine and the ledger
 * are the shop's own code.
 */
import type { SyncReply } from '../../app/ordering/cart/queue/cart-runner';
import type { IslandBody } from '../../app/ordering/cart/queue/island-wire';
import type { SyncDeps } from '../../app/ordering/cart/sync/deps';
import { submitEdits, type Edit } from '../../app/ordering/cart/sync/form-sync.server';
import { answerIsland } from '../../app/ordering/cart/sync/island-sync.server';
import { emptyLedger, parseLedger, type Ledger } from '../../app/ordering/cart/sync/ledger.server';
import { ledgerKey, openLedger } from '../../app/ordering/cart/sync/ledger-store.server';
import { syncCart } from '../../app/ordering/cart/sync/sync.server';
import { isUpstreamFailure } from '../../app/base/kernel/failure';
import { ModelErp, type ErpModel } from './cart-proof-erp';
import { Instance } from './cart-proof-instance';
import { ModelStore } from './cart-proof-store';
import { seeded, VirtualTime } from './cart-proof-time';

export interface WorldOptions {
  seed: number;
  erp: ErpModel;
  site: SyncDeps['site'];
  instances: number;
  /** The probability that a request or its response is lost between browser and shop. */
  networkFaults: number;
  /** True if a crash also loses the ledger. */
  memoryLedger: boolean;
  /** The probability that a store call fails. Half of the failed writes are stored all the same. */
  storeFaults?: number;
  /** The real embedded store on a file, reopened at each crash. */
  embeddedFile?: string | null;
}

export const owner = 'https://id.example|customer';
export const otherOwner = 'https://id.example|colleague';
export type Person = typeof owner | typeof otherOwner;
export const people: readonly Person[] = [owner, otherOwner];

const islandPatienceMs = 30_000;
const signedOut: SyncReply = { status: 401, retryAfterMs: null, answer: null };

export class World {
  readonly time = new VirtualTime();
  readonly random: () => number;
  readonly store: ModelStore;
  readonly erps: Readonly<Record<Person, ModelErp>>;
  readonly #options: WorldOptions;
  #instances: Instance[];
  #uuids = 0;
  #calm = false;
  crashes = 0;
  /**
   * Edits that were reported to the customer, by a notice or by the cookie that lists waiting forms, before the store
   * lost that record.
   */
  readonly reported = new Set<string>();
  /** Edits that the browser asked the customer to check. A later loss of the ledger does not undo that. */
  readonly reviewed = new Set<string>();
  /** Time at which the shop reported to the browser that a change is in the cart, by uuid. */
  readonly acked = new Map<string, number>();
  networkFaults = 0;
  constructor(options: WorldOptions) {
    this.#options = options;
    this.random = seeded(options.seed);
    this.store = new ModelStore(this.time, {
      random: seeded(options.seed ^ 0x570e),
      faults: options.storeFaults ?? 0,
      file: options.embeddedFile ?? null,
    });
    this.erps = {
      [owner]: new ModelErp(this.time, seeded(options.seed ^ 0x5eed), options.erp),
      [otherOwner]: new ModelErp(this.time, seeded(options.seed ^ 0x07e4), options.erp),
    };
    this.#instances = Array.from({ length: options.instances }, () => this.#start());
  }

  #start(): Instance {
    return new Instance(this.time, this.store.keyValueStore, this.erps, this.#options.site);
  }

  get erp(): ModelErp {
    return this.erps[owner];
  }

  /** Simulates a crash: the process dies in the middle of its work, and another takes its place. */
  crash(): void {
    const index = this.#any();
    this.#instances[index]?.kill();
    this.crashes += 1;
    if (this.#options.memoryLedger) this.store.forget(true);
    else this.store.reopen();
    this.#instances[index] = this.#start();
  }

  /** Empties the store while instances run. */
  async loseStore(): Promise<void> {
    for (const person of people) {
      const { doubt, queue, settled } = await this.#known(person);
      for (const { uuid, from } of [...(doubt?.transactions ?? []), ...queue])
        if (from === 'form') this.reported.add(uuid);
      for (const [uuid, { state }] of settled) if (state !== 'acked') this.reported.add(uuid);
    }
    this.store.forget();
    this.crashes += 1;
  }

  /** Reads the store directly, because an instance may pause or die. */
  async #known(person: Person): Promise<Ledger> {
    const found = await this.store.peek(ledgerKey(person));
    return found ? parseLedger(found.value) : emptyLedger();
  }

  /** Pauses the process: everything it waits for arrives late. */
  pause(ms: number): void {
    this.#instances[this.#any()]?.pause(ms);
  }

  #any = (): number => Math.floor(this.random() * this.#instances.length);

  shopOf(person: Person): SyncDeps {
    const instance = this.#instances[this.#any()];
    if (!instance) throw new Error('no instance');
    return instance.depsOf(person);
  }

  get shop(): SyncDeps {
    return this.shopOf(owner);
  }

  uuid = (): string => {
    this.#uuids += 1;
    return `10000000-0000-4000-8000-${String(this.#uuids).padStart(12, '0')}`;
  };

  /** Returns a form's key as a page has it: a version 7 uuid, which contains the render time. */
  formKey = (): string => {
    const time = Math.floor(this.time.now()).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.uuid().slice(15)}`;
  };

  #lossy(): boolean {
    const lost = !this.#calm && this.random() < this.#options.networkFaults;
    if (lost) this.networkFaults += 1;
    return lost;
  }

  /** Stops all faults of network, ERP and store. */
  calm(): void {
    this.#calm = true;
    this.store.calm();
    for (const person of people) this.erps[person].calm();
  }

  /**
   * A round trip from browser to shop. `session` returns whom the browser's cookie belongs to when the request arrives.
   */
  async post(body: IslandBody, session: () => Person | null): Promise<SyncReply> {
    const latency = (): Promise<void> => this.time.sleep(20 + this.random() * 400);
    await latency();
    if (this.#lossy()) {
      await this.time.sleep(this.random() * islandPatienceMs);
      throw new Error('request lost');
    }
    const person = session();
    const reply = await Promise.race([
      person === null ? signedOut : this.#answer(person, body),
      this.time.sleep(islandPatienceMs).then(() => null),
    ]);
    await latency();
    if (!reply || this.#lossy()) throw new Error('answer lost');
    return reply;
  }

  async #answer(person: Person, body: IslandBody): Promise<SyncReply> {
    try {
      const { to, ...rest } = body;
      const sent: unknown = JSON.parse(JSON.stringify(rest));
      const {
        status,
        retryAfterSeconds,
        body: said,
      } = await answerIsland(this.shopOf(person), person, sent, to.split(','));
      return {
        status,
        retryAfterMs: retryAfterSeconds === null ? null : retryAfterSeconds * 1000,
        answer: 'state' in said ? said : null,
      };
    } catch (error) {
      // The store is unavailable: same response as in island-action.server.ts.
      if (!isUpstreamFailure(error)) throw error;
      return { status: 503, retryAfterMs: null, answer: null };
    }
  }

  /** A plain form, sent `times` at once (double click), or again later (F5, Back). */
  async form(edits: readonly Edit[], times: number, answered: () => void): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      if (this.#lossy()) continue;
      const work = submitEdits(this.shop, openLedger(this.shop, owner), () => edits);
      work.then(answered, () => {});
      await this.time.sleep(this.random() * 300);
    }
  }

  /** The customer views the cart until no change is pending. */
  async settleDown(person: Person = owner): Promise<boolean> {
    for (let look = 0; look < 60; look += 1) {
      const shop = this.shopOf(person);
      const report = await syncCart(shop, openLedger(shop, person), {
        batch: [],
        memory: null,
        patienceMs: 4_000,
        maxAgeMs: 0,
      });
      const { doubt, queue } = report.ledger;
      if (!doubt && queue.length === 0 && report.state === 'synced') return true;
      await this.time.sleep(report.retryAfterMs ?? 20_000);
    }
    return false;
  }

  ledger = (person: Person = owner) => openLedger(this.shopOf(person), person).read();
}
