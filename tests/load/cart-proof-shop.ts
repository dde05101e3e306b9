/**
 * One customer's world for the proof: shop instances that crash, devices with tabs, plain forms, a network
 * that loses requests and answers. Everything that decides is the shop's own code: ERP client, engine,
 * island queue and runner.
 */
import { CartQueue, type QueueStorage } from '../../app/features/cart/cart-queue';
import { CartRunner, type SyncReply } from '../../app/features/cart/cart-runner';
import type { IslandBody } from '../../app/features/cart/island-wire';
import type { SyncDeps } from '../../app/features/cart/sync/deps';
import { submitEdits, type Edit } from '../../app/features/cart/sync/form-sync.server';
import { answerIsland } from '../../app/features/cart/sync/island-sync.server';
import { openLedger, ownerHash } from '../../app/features/cart/sync/ledger-store.server';
import { syncCart } from '../../app/features/cart/sync/sync.server';
import { createErp } from '../../server/upstream/erp';
import { noCredentials } from '../../server/upstream/erp-credentials';
import { ModelErp, type ErpModel } from './cart-proof-erp';
import { ModelStore } from './cart-proof-store';
import { seeded, VirtualTime } from './cart-proof-time';

export interface WorldOptions {
  seed: number;
  erp: ErpModel;
  site: SyncDeps['site'];
  instances: number;
  /** Chance that a request or its answer is lost between browser and shop. */
  networkFaults: number;
  /** A crash takes the ledger with it. */
  memoryLedger: boolean;
}

export const owner = 'https://id.example|customer';
const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  fatal: () => {},
};
const never = new Promise<never>(() => {});
const islandPatienceMs = 30_000;

/** A shop process: when it dies, whatever it was doing never goes on. */
interface Instance {
  deps: SyncDeps;
  kill(): void;
}

export class World {
  readonly time = new VirtualTime();
  readonly random: () => number;
  readonly store: ModelStore;
  readonly erp: ModelErp;
  readonly #options: WorldOptions;
  #instances: Instance[];
  #uuids = 0;
  #calm = false;
  crashes = 0;
  /** Asked to look, as the browser was told; a ledger that is lost later does not untell it. */
  readonly reviewed = new Set<string>();
  /** When the browser was told that a change is in the cart. */
  readonly acked = new Map<string, number>();
  networkFaults = 0;
  constructor(options: WorldOptions) {
    this.#options = options;
    this.random = seeded(options.seed);
    this.store = new ModelStore(this.time);
    this.erp = new ModelErp(this.time, seeded(options.seed ^ 0x5eed), options.erp);
    this.#instances = Array.from({ length: options.instances }, () => this.#start());
  }

  #start(): Instance {
    let alive = true;
    const guard = async <T>(work: Promise<T>): Promise<T> => {
      const result = await work.then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      if (!alive) return never;
      if ('error' in result) throw result.error;
      return result.value;
    };
    const erp = createErp({
      ...{ caller: this.erp.caller(), baseUrl: 'http://erp.example/', acceptLanguage: 'fr-BE' },
      ...{ credentials: noCredentials, log: silent, reference: 'proof', definite503: false },
    });
    const { records } = this.store;
    const deps: SyncDeps = {
      erp: { call: (call, schema) => guard(erp.call(call, schema)) },
      records: {
        read: (key) => guard(records.read(key)),
        write: (key, value, options) => guard(records.write(key, value, options)),
        lease: (key, ttlMs) => guard(records.lease(key, ttlMs)),
        epoch: () => guard(records.epoch()),
      },
      clock: this.time.clock,
      sleep: (ms) => guard(this.time.sleep(ms)),
      log: silent,
      site: this.#options.site,
    };
    return { deps, kill: () => void (alive = false) };
  }

  /** The process dies in the middle of whatever it does; another one takes its place. */
  crash(): void {
    const index = Math.floor(this.random() * this.#instances.length);
    this.#instances[index]?.kill();
    this.crashes += 1;
    if (this.#options.memoryLedger) this.store.forget();
    this.#instances[index] = this.#start();
  }

  get shop(): SyncDeps {
    const index = Math.floor(this.random() * this.#instances.length);
    const instance = this.#instances[index];
    if (!instance) throw new Error('no instance');
    return instance.deps;
  }

  uuid = (): string => {
    this.#uuids += 1;
    return `10000000-0000-4000-8000-${String(this.#uuids).padStart(12, '0')}`;
  };

  #lossy(): boolean {
    const lost = !this.#calm && this.random() < this.#options.networkFaults;
    if (lost) this.networkFaults += 1;
    return lost;
  }

  /** Neither network nor back office fail any more. */
  calm(): void {
    this.#calm = true;
    this.erp.calm();
  }

  /** Browser to shop and back. */
  async post(body: IslandBody): Promise<SyncReply> {
    const latency = (): Promise<void> => this.time.sleep(20 + this.random() * 400);
    await latency();
    if (this.#lossy()) {
      await this.time.sleep(this.random() * islandPatienceMs);
      throw new Error('request lost');
    }
    const reply = await Promise.race([
      answerIsland(this.shop, owner, JSON.parse(JSON.stringify(body))),
      this.time.sleep(islandPatienceMs).then(() => null),
    ]);
    await latency();
    if (!reply || this.#lossy()) throw new Error('answer lost');
    return {
      status: reply.status,
      retryAfterMs: reply.retryAfterSeconds === null ? null : reply.retryAfterSeconds * 1000,
      answer: 'state' in reply.body ? reply.body : null,
    };
  }

  /** A plain form, sent `times` at once (double click), or again later (F5, Back). */
  async form(edits: readonly Edit[], times: number, answered: () => void): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      if (this.#lossy()) continue;
      const work = submitEdits(this.shop, owner, () => edits);
      work.then(answered, () => {});
      await this.time.sleep(this.random() * 300);
    }
  }

  /** The customer looks at the cart until nothing waits any more. */
  async settleDown(): Promise<boolean> {
    for (let look = 0; look < 60; look += 1) {
      const report = await syncCart(this.shop, owner, {
        ...{ batch: [], memory: null, patienceMs: 4_000, maxAgeMs: 0 },
      });
      const { doubt, queue } = report.ledger;
      if (!doubt && queue.length === 0 && report.state === 'synced') return true;
      await this.time.sleep(report.retryAfterMs ?? 20_000);
    }
    return false;
  }

  ledger = () => openLedger(this.shop, owner).read();
}

/** A browser: one storage, some tabs. */
export class Device {
  readonly #world: World;
  readonly #entries = new Map<string, string>();
  readonly #tabs: { queue: CartQueue; runner: CartRunner }[] = [];
  #lock: Promise<unknown> = Promise.resolve();
  constructor(world: World, tabs: number, options: { locks: boolean; epoch: string }) {
    this.#world = world;
    for (let tab = 0; tab < tabs; tab += 1) this.#tabs.push(this.#open(options));
  }

  #storage: QueueStorage = {
    get: (key) => this.#entries.get(key) ?? null,
    set: (key, value) => void this.#entries.set(key, value),
    remove: (key) => void this.#entries.delete(key),
    keys: () => [...this.#entries.keys()],
  };

  #open({ locks, epoch }: { locks: boolean; epoch: string }) {
    const world = this.#world;
    const queue = new CartQueue(this.#storage, ownerHash(owner), world.uuid);
    const runner = new CartRunner({
      ...{ queue, epoch },
      ...{ post: (body) => world.post(body), sleep: world.time.sleep, random: world.random },
      exclusively: (run) => (locks ? this.#exclusively(run) : run()),
      onChange: ({ answer }) => {
        for (const uuid of answer?.review ?? []) world.reviewed.add(uuid);
        for (const uuid of answer?.acked ?? []) world.acked.set(uuid, world.time.now());
      },
    });
    return { queue, runner };
  }

  #exclusively<T>(run: () => Promise<T>): Promise<T> {
    const mine = this.#lock.then(run);
    this.#lock = mine.catch(() => {});
    return mine;
  }

  edit(tab: number, product: number, quantity: number): string | null {
    const one = this.#tabs[tab % this.#tabs.length];
    if (!one) return null;
    const known = new Set(one.queue.pending().map(({ uuid }) => uuid));
    if (one.queue.add(product, quantity) === null) return null;
    void one.runner.kick();
    return one.queue.pending().find(({ uuid }) => !known.has(uuid))?.uuid ?? null;
  }

  /** Another visit: every tab looks after the queue again. */
  wake(): void {
    for (const { runner } of this.#tabs) void runner.kick();
  }

  get unsent(): number {
    return this.#tabs[0]?.queue.pending().length ?? 0;
  }
}
