/** The store of the proof: versions and leases as the real ones have them, in virtual time; may lose its memory. */
import { randomUUID } from 'node:crypto';
import type { Records } from '../../server/store/records';
import type { VirtualTime } from './cart-proof-time';

export class ModelStore {
  readonly #time: VirtualTime;
  readonly #documents = new Map<string, { value: string; version: number }>();
  readonly #leases = new Map<string, { holder: string; until: number }>();
  #version = 0;
  #epoch: { id: string; since: Date };
  constructor(time: VirtualTime) {
    this.#time = time;
    this.#epoch = { id: randomUUID(), since: new Date(time.now() - 3_600_000) };
  }

  /** A container without a mounted folder has been replaced. */
  forget(): void {
    this.#documents.clear();
    this.#leases.clear();
    this.#epoch = { id: randomUUID(), since: new Date(this.#time.now()) };
  }

  async #pause(): Promise<void> {
    await this.#time.sleep(1);
  }

  readonly records: Pick<Records, 'read' | 'write' | 'lease' | 'epoch'> = {
    read: async (key) => {
      await this.#pause();
      return this.#documents.get(key) ?? null;
    },
    write: async (key, value, { version }) => {
      await this.#pause();
      if ((this.#documents.get(key)?.version ?? null) !== version) return false;
      this.#version += 1;
      this.#documents.set(key, { value, version: this.#version });
      return true;
    },
    lease: async (key, ttlMs) => {
      await this.#pause();
      const now = this.#time.now();
      const known = this.#leases.get(key);
      if (known && known.until > now) return null;
      const holder = randomUUID();
      const until = now + ttlMs;
      this.#leases.set(key, { holder, until });
      return {
        remainingMs: () => Math.max(0, until - this.#time.now()),
        release: async () => {
          if (this.#leases.get(key)?.holder === holder) this.#leases.delete(key);
        },
      };
    },
    epoch: async () => this.#epoch,
  };
}
