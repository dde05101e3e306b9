/** A simulated shop process. When it dies, its pending work never continues. It may also pause. */
import type { SyncDeps } from '../../app/ordering/cart/sync/deps';
import { everyCapability } from '../../server/upstream/erp/capabilities';
import { createErp } from '../../server/upstream/erp/erp';
import { noCredentials } from '../../server/upstream/erp/erp-credentials';
import type { ModelErp } from './cart-proof-erp';
import { seeded, type VirtualTime } from './cart-proof-time';

const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  fatal: () => {},
};
const never = new Promise<never>(() => {});

export class Instance {
  readonly #time: VirtualTime;
  readonly #records: SyncDeps['keyValueStore'];
  readonly #erps: Readonly<Record<string, ModelErp>>;
  readonly #site: SyncDeps['site'];
  #alive = true;
  #standsUntil = 0;
  readonly #random = seeded(0x5eed);
  constructor(
    time: VirtualTime,
    keyValueStore: SyncDeps['keyValueStore'],
    erps: Readonly<Record<string, ModelErp>>,
    site: SyncDeps['site'],
  ) {
    this.#time = time;
    this.#records = keyValueStore;
    this.#erps = erps;
    this.#site = site;
  }

  kill(): void {
    this.#alive = false;
  }

  pause(ms: number): void {
    this.#standsUntil = this.#time.now() + ms;
  }

  /** Delays a result while the process pauses, and withholds it after the process has died. */
  async #guard<T>(work: Promise<T>): Promise<T> {
    const result = await work.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    while (this.#standsUntil > this.#time.now())
      await this.#time.sleep(this.#standsUntil - this.#time.now());
    if (!this.#alive) return never;
    if ('error' in result) throw result.error;
    return result.value;
  }

  depsOf(person: string): SyncDeps {
    const model = this.#erps[person];
    if (!model) throw new Error('nobody');
    const erp = createErp({
      caller: model.caller(),
      baseUrl: 'http://erp.example/',
      acceptLanguage: 'fr-BE',
      credentials: noCredentials,
      log: silent,
      reference: 'proof',
      definite503: false,
      capabilities: everyCapability,
    });
    const keyValueStore = this.#records;
    return {
      erp: { call: (call, schema) => this.#guard(erp.call(call, schema)) },
      keyValueStore: {
        read: (key) => this.#guard(keyValueStore.read(key)),
        write: (key, value, options) => this.#guard(keyValueStore.write(key, value, options)),
        delete: (key) => this.#guard(keyValueStore.delete(key)),
        lease: async (key, ttlMs) => {
          const lease = await this.#guard(keyValueStore.lease(key, ttlMs));
          return (
            lease && {
              remainingMs: lease.remainingMs,
              release: () => this.#guard(lease.release()),
            }
          );
        },
        epoch: (about) => this.#guard(keyValueStore.epoch(about)),
      },
      clock: this.#time.clock,
      sleep: (ms) => this.#guard(this.#time.sleep(ms)),
      random: this.#random,
      log: silent,
      metrics: { fate: () => {}, synced: () => {}, open: () => {} },
      site: this.#site,
    };
  }
}
