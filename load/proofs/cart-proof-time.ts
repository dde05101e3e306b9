/** Virtual time for the test: wakes sleepers in order of time, and lets all promises settle between them. */
export class VirtualTime {
  #now: number;
  #order = 0;
  #heap: { at: number; order: number; wake: () => void }[] = [];
  constructor(start = Date.UTC(2026, 10, 21, 8)) {
    this.#now = start;
  }

  readonly clock = { now: (): Date => new Date(this.#now) };
  now = (): number => this.#now;

  sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      this.#order += 1;
      this.#push({ at: this.#now + Math.max(0, ms), order: this.#order, wake });
    });

  /** Runs until no sleeper is left or the limit is reached. */
  async run(limitMs: number): Promise<void> {
    const until = this.#now + limitMs;
    await settled();
    for (;;) {
      const next = this.#heap[0];
      if (!next || next.at > until) break;
      this.#pop();
      this.#now = next.at;
      next.wake();
      await settled();
    }
    this.#now = Math.max(this.#now, until);
  }

  #before(a: number, b: number): boolean {
    const one = this.#heap[a];
    const two = this.#heap[b];
    if (!one || !two) return false;
    return one.at < two.at || (one.at === two.at && one.order < two.order);
  }

  #swap(a: number, b: number): void {
    const one = this.#heap[a];
    const two = this.#heap[b];
    if (!one || !two) return;
    this.#heap[a] = two;
    this.#heap[b] = one;
  }

  #push(event: { at: number; order: number; wake: () => void }): void {
    this.#heap.push(event);
    let index = this.#heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(index, parent)) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    let index = 0;
    for (;;) {
      const left = index * 2 + 1;
      let least = index;
      if (this.#before(left, least)) least = left;
      if (this.#before(left + 1, least)) least = left + 1;
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }
}

/** All promise callbacks run before the next turn of the event loop. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A small seeded random generator (mulberry32): the same seed gives the same run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
