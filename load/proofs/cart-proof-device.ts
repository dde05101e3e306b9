/** A simulated browser: one storage, one session cookie, and some tabs that belong to the customer who loaded them. */
import { CartQueue, type QueueStorage } from '../../app/ordering/cart/queue/cart-queue';
import { CartRunner } from '../../app/ordering/cart/queue/cart-runner';
import { ownerHash } from '../../app/base/page/owner-hash.server';
import { owner, type Person, type World } from './cart-proof-shop';

interface Tab {
  person: Person;
  queue: CartQueue;
  runner: CartRunner;
  /** False after the tab closes; the tab then ignores responses. */
  open: boolean;
  closed: Promise<null>;
  close(): void;
}

export class Device {
  readonly #world: World;
  readonly #entries = new Map<string, string>();
  readonly #options: { locks: boolean; epoch: string };
  #tabs: Tab[];
  #session: Person | null = owner;
  #lock: Promise<unknown> = Promise.resolve();
  constructor(world: World, tabs: number, options: { locks: boolean; epoch: string }) {
    this.#world = world;
    this.#options = options;
    this.#tabs = Array.from({ length: tabs }, () => this.#load(owner));
  }

  #storage: QueueStorage = {
    get: (key) => this.#entries.get(key) ?? null,
    set: (key, value) => void this.#entries.set(key, value),
    remove: (key) => void this.#entries.delete(key),
    keys: () => [...this.#entries.keys()],
  };

  #load(person: Person): Tab {
    const world = this.#world;
    const { locks, epoch } = this.#options;
    const queue = new CartQueue(this.#storage, ownerHash(person), {
      epoch,
      at: 0,
      cart: { uuid: null, lines: [] },
      waiting: 0,
    });
    queue.uuid = world.uuid;
    const never = new Promise<never>(() => {});
    let leave = (): void => {};
    const closed = new Promise<null>((resolve) => (leave = () => resolve(null)));
    const tab = { person, queue, open: true, closed, close: () => {} };
    tab.close = () => {
      tab.open = false;
      leave();
    };
    const runner = new CartRunner({
      queue,
      sleep: world.time.sleep,
      random: world.random,
      post: async (body) => {
        const reply = await world.post(body, () => this.#session);
        return tab.open ? reply : never;
      },
      exclusively: (run) => (locks ? this.#exclusively(run, tab) : run()),
      onChange: ({ answer }) => {
        for (const uuid of answer?.review ?? []) world.reviewed.add(uuid);
        for (const uuid of answer?.acked ?? []) world.acked.set(uuid, world.time.now());
      },
    });
    return Object.assign(tab, { runner });
  }

  /** Runs under the lock. A tab that closes releases its lock. */
  #exclusively<T>(run: () => Promise<T>, tab: Pick<Tab, 'closed'>): Promise<T> {
    const mine = this.#lock.then(run);
    this.#lock = Promise.race([mine.catch(() => null), tab.closed]);
    return mine;
  }

  #own(tab: number): Tab | undefined {
    const mine = this.#tabs.filter(({ person }) => person === this.#session);
    return mine[tab % Math.max(1, mine.length)];
  }

  /** Adds an edit to the browser queue. Returns null for a guest. */
  edit(at: number, product: number, quantity: number): { uuid: string; person: Person } | null {
    const tab = this.#own(at);
    if (!tab) return null;
    const known = new Set(tab.queue.pending().map(({ uuid }) => uuid));
    if (tab.queue.add({ productId: product, quantity }) === null) return null;
    void tab.runner.kick();
    const uuid = tab.queue.pending().find((one) => !known.has(one.uuid))?.uuid;
    return uuid === undefined ? null : { uuid, person: tab.person };
  }

  /** Reloads the page in the middle of whatever it was doing. */
  reload(at: number): void {
    const tab = this.#own(at);
    if (!tab) return;
    tab.close();
    const fresh = this.#load(tab.person);
    this.#tabs = [...this.#tabs.filter((one) => one !== tab), fresh];
    void fresh.runner.kick();
  }

  /** Ends the session at the shop. Open pages find out later. */
  endSession(): void {
    this.#session = null;
  }

  /** Signs out after the confirmation question, which discards the edits still queued. Returns their uuids. */
  signOut(): string[] {
    const [tab] = this.#tabs.filter(({ person }) => person === this.#session);
    const given = tab?.queue.pending().map(({ uuid }) => uuid) ?? [];
    tab?.queue.clear();
    this.#session = null;
    return given;
  }

  /** Signs in. Pages of the previous customer stay open in the background. */
  signIn(person: Person): void {
    this.#session = person;
    const fresh = this.#load(person);
    this.#tabs.push(fresh);
    void fresh.runner.kick();
  }

  /** Simulates another visit: every tab processes its queue again. */
  wake(): void {
    for (const { runner, open } of this.#tabs) if (open) void runner.kick();
  }

  unsentOf(person: Person): number {
    return this.#tabs.find((tab) => tab.person === person)?.queue.pending().length ?? 0;
  }
}
