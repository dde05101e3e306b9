/**
 * Fills in the lines that were scanned (CART-11): all that the browser keeps go to the shop in one call at a
 * time, and its rows replace those of the page. Home puts what is ready into the cart at once; quick order
 * and the scan page with their button. Nothing is lost when no answer comes: the lines stay, and are asked
 * for again.
 */
import { CartQueue } from '~/features/cart/queue/cart-queue';
import { usableStorage } from '~/features/cart/island/island-host';
import { ScanQueue } from './scan-queue';
import { ScanRows } from './scan-rows';
import { ScanSound } from './scan-sound';
import type { ReadyLine, ScanAnswer, ScanBody } from './scan-wire';

const callMs = 20_000;
const firstRetryMs = 1_000;
const mostRetryMs = 15_000;

async function ask(address: string, body: ScanBody): Promise<ScanAnswer | null> {
  const give = new AbortController();
  const timer = setTimeout(() => give.abort(), callMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Scan': '1', Accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: give.signal,
    });
    return response.ok ? ((await response.json()) as ScanAnswer) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

class Scanning {
  readonly #form: HTMLFormElement;
  readonly #queue: ScanQueue;
  readonly #rows: ScanRows;
  readonly #sound = new ScanSound();
  readonly #owner: string;
  readonly #cartOf: (uuid: string) => CartQueue;
  #answer: ScanAnswer | null = null;
  #asking = false;
  #again = false;
  #wake: () => void = () => {};
  readonly #known = new Set<string>();

  constructor(
    form: HTMLFormElement,
    owner: string,
    storage: NonNullable<ReturnType<typeof usableStorage>>,
  ) {
    this.#form = form;
    this.#owner = owner;
    this.#queue = new ScanQueue(storage, owner);
    this.#cartOf = (uuid) => new CartQueue(storage, owner, () => uuid);
    this.#rows = new ScanRows(form, {
      changed: (ids, entered, typed) => {
        this.#queue.set(ids, entered, typed);
        this.#kick();
      },
      dropped: (ids) => {
        this.#queue.drop(ids);
        this.#kick();
      },
    });
  }

  start(): void {
    if ('posted' in this.#form.dataset && this.#rows.adopt(this.#queue)) return;
    this.#queue.dropAdded();
    this.#sound.start();
    this.#rows.listen();
    addEventListener('scan', () => this.#kick());
    addEventListener('online', () => this.#wake());
    addEventListener('storage', ({ key }) => {
      if (key?.startsWith(this.#form.dataset['scan'] ?? ' ')) this.#kick();
    });
    addEventListener('submit', this.#onSubmit, true);
    if (this.#queue.lines().length > 0) this.#kick();
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    const { target, submitter } = event;
    if (target !== this.#form || !(submitter instanceof HTMLButtonElement)) return;
    // A list or file is read by the shop and comes back with the next page; what is kept here is not sent.
    if (['paste', 'file'].includes(submitter.value)) this.#rows.clear();
    if (!['add', 'check'].includes(submitter.value)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (submitter.value === 'check') return this.#kick();
    // A field that has just been changed is asked about before its row is added.
    const fields = this.#rows.edited();
    const ready = (this.#answer?.ready ?? []).filter(
      ({ ids }) => !ids.some((id) => fields.has(id)),
    );
    if (!this.#intoCart(ready)) return;
    this.#queue.drop(ready.flatMap(({ ids }) => ids));
    this.#rows.say(ready.length);
    this.#form.querySelector<HTMLInputElement>('#code')?.focus();
    this.#kick();
  };

  /** Once each: the line's own id is that of its change of the cart. */
  #intoCart(ready: readonly ReadyLine[]): boolean {
    try {
      for (const { ids, productId, quantity } of ready) {
        const uuid = ids[0]?.replace(/^\d+-/, '') ?? '';
        this.#cartOf(uuid).addAll([{ productId, quantity }]);
      }
    } catch {
      // A full storage: the form goes to the server.
      return false;
    }
    if (ready.length > 0) dispatchEvent(new Event('cart:kept'));
    return true;
  }

  #kick(): void {
    this.#rows.showWaiting(this.#queue.lines(), this.#known);
    this.#again = true;
    this.#wake();
    if (!this.#asking) void this.#run();
  }

  async #run(): Promise<void> {
    this.#asking = true;
    let retryMs = firstRetryMs;
    while (this.#again) {
      this.#again = false;
      const lines = this.#queue.lines();
      const answer = await ask(this.#form.dataset['lines'] ?? '', {
        ...{ owner: this.#owner, lines, direct: 'direct' in this.#form.dataset },
      });
      if (answer) {
        retryMs = firstRetryMs;
        this.#take(
          answer,
          lines.map(({ id }) => id),
        );
        continue;
      }
      this.#rows.offline();
      this.#again = true;
      await this.#sleep(retryMs);
      retryMs = Math.min(retryMs * 2, mostRetryMs);
    }
    this.#asking = false;
  }

  #take(answer: ScanAnswer, asked: readonly string[]): void {
    this.#answer = answer;
    const isNew = (id: string): boolean => asked.includes(id) && !this.#known.has(id);
    if (answer.wrong.some(isNew)) this.#sound.refuse();
    for (const id of asked) this.#known.add(id);
    if ('direct' in this.#form.dataset && !this.#addAtOnce(answer.ready)) {
      this.#rows.offline();
      return;
    }
    this.#rows.show(answer, this.#queue.lines(), this.#known);
  }

  #addAtOnce(ready: readonly ReadyLine[]): boolean {
    if (!this.#intoCart(ready)) return false;
    this.#queue.markAdded(ready.flatMap(({ ids }) => ids));
    return true;
  }

  /** The next scan or the network's return ends a wait. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

export function startScanning(form: HTMLFormElement): void {
  const storage = usableStorage();
  const { owner } = document.querySelector<HTMLElement>('cart-island')?.dataset ?? {};
  if (storage && owner) new Scanning(form, owner, storage).start();
}
