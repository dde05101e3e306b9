/**
 * The store of the test in virtual time. It has versions and leases like Redis and the embedded store, or is the
 * embedded store itself on a file. It can fail, lose its data, and be reopened.
 */
import { randomUUID } from 'node:crypto';
import { openEmbedded } from '../../server/store/embedded';
import type { KeyValueStore } from '../../server/store/key-value-store';
import { UpstreamFailure } from '../../server/upstream/failure';
import type { VirtualTime } from './cart-proof-time';

type Kept = Pick<KeyValueStore, 'read' | 'write' | 'delete' | 'lease' | 'epoch'>;

function failure(operation: string): UpstreamFailure {
  return new UpstreamFailure({
    service: 'store',
    operation,
    reason: 'timeout',
    applied: 'unknown',
    status: null,
    reference: '',
  });
}

export class ModelStore {
  readonly #time: VirtualTime;
  readonly #options: { random: () => number; faults: number; file: string | null };
  #kept: Kept;
  #file: KeyValueStore | null = null;
  #calm = false;
  faultsMade = 0;
  constructor(
    time: VirtualTime,
    options: { random: () => number; faults: number; file: string | null },
  ) {
    this.#time = time;
    this.#options = options;
    this.#kept = inMemory(time, new Date(time.now() - 3_600_000));
    this.reopen();
  }

  /**
   * Empties the store while instances run. They notice it by the epoch, unless `unseen`: then the only instance is
   * replaced too, as in a container without a mounted folder.
   */
  forget(unseen = false): void {
    this.#kept = inMemory(this.#time, new Date(this.#time.now()), !unseen);
  }

  /** Simulates the end of the process that had the file open: the next one opens it. Does nothing without a file. */
  reopen(): void {
    const { file } = this.#options;
    if (file === null) return;
    void this.#file?.close();
    this.#file = openEmbedded({ file, clock: this.#time.clock });
    this.#kept = this.#file;
  }

  /** Returns the stored value at once and without a fault. */
  peek = (key: string) => this.#kept.read(key);

  calm(): void {
    this.#calm = true;
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  /** Runs one store call, which takes a moment and may fail before or after it is applied. */
  async #call<T>(operation: string, work: () => Promise<T>): Promise<T> {
    await this.#time.sleep(1);
    const { random, faults } = this.#options;
    const fails = !this.#calm && random() < faults;
    if (!fails) return work();
    this.faultsMade += 1;
    if (random() < 0.5) await work();
    throw failure(operation);
  }

  readonly keyValueStore: Kept = {
    read: (key) => this.#call('read', () => this.#kept.read(key)),
    write: (key, value, options) =>
      this.#call('write', () => this.#kept.write(key, value, options)),
    delete: (key) => this.#call('delete', () => this.#kept.delete(key)),
    lease: async (key, ttlMs) => {
      const lease = await this.#call('lease', () => this.#kept.lease(key, ttlMs));
      return (
        lease && {
          remainingMs: lease.remainingMs,
          release: () => this.#call('release', lease.release),
        }
      );
    },
    epoch: (about) => this.#call('epoch', () => this.#kept.epoch(about)),
  };
}

function inMemory(time: VirtualTime, since: Date, forgotten = false): Kept {
  const documents = new Map<string, { value: string; version: number; until: number }>();
  const leases = new Map<string, { holder: string; until: number }>();
  const epoch = { id: randomUUID(), since, forgotten };
  let versions = 0;
  const read = (key: string) => {
    const found = documents.get(key);
    return found && found.until > time.now() ? found : null;
  };
  return {
    read: async (key) => read(key),
    write: async (key, value, { version, ttlSeconds }) => {
      if ((read(key)?.version ?? null) !== version) return false;
      versions += 1;
      documents.set(key, { value, version: versions, until: time.now() + ttlSeconds * 1000 });
      return true;
    },
    delete: async (key) => void documents.delete(key),
    lease: async (key, ttlMs) => {
      const known = leases.get(key);
      if (known && known.until > time.now()) return null;
      const holder = randomUUID();
      const until = time.now() + ttlMs;
      leases.set(key, { holder, until });
      return {
        remainingMs: () => Math.max(0, until - time.now()),
        release: async () => {
          if (leases.get(key)?.holder === holder) leases.delete(key);
        },
      };
    },
    epoch: async () => epoch,
  };
}
