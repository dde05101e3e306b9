/**
 * Fills in the lines that were scanned (CART-11): those that the browser keeps and the shop has not answered go
 * there in one call at a time, and its rows take their place. Home puts what is ready into the cart at once;
 * quick order and the scan page with their button. Nothing is lost when no answer comes: the lines stay, and
 * are asked for again.
 */
import type { CartQueue, QueueStorage } from '~/ordering/cart/queue/cart-queue';
import type { PageCart } from '~/ordering/cart/queue/island-wire';
import type { IslandWords } from '~/base/i18n/island-words';
import { ScanQueue } from './scan-queue';
import { ScanRows } from './scan-rows';
import { ScanSound } from './scan-sound';
import type { ReadyLine, ScanAnswer, ScanBody, ScanEntry } from './scan-wire';

const callMs = 20_000;
/** From one call to the next: a hundred a minute, where the shop allows 120 (`rate-rules.ts`). */
const callGapMs = 600;
const firstRetryMs = 1_000;
const mostRetryMs = 15_000;
/** Lines of one call. */
const batchLines = 100;

interface Batch {
  /** Its place among those that the shop has to answer. */
  at: number;
  open: ScanEntry[];
  /** Those, and what is in the cart already by the same codes. */
  asked: ScanEntry[];
}

interface Reply {
  /** 0: no answer came. */
  status: number;
  answer: ScanAnswer | null;
  retryAfterMs: number | null;
}

async function ask(address: string, body: ScanBody): Promise<Reply> {
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
    const { status, ok, headers } = response;
    // Not said, or said as a date: the page waits as long as it sees fit.
    const retryAfterMs = Number(headers.get('Retry-After')) * 1000 || null;
    // A network on the way may answer in the shop's place, with 200, 401 or 407 and a page.
    const said = ok || status === 401 ? ((await response.json()) as ScanAnswer | null) : null;
    return { status: ok && !said?.ready ? 0 : status, retryAfterMs, answer: ok ? said : null };
  } catch {
    return { status: 0, answer: null, retryAfterMs: null };
  } finally {
    clearTimeout(timer);
  }
}

/** Asking the same again would bring the same: a session that ended, another customer, a page of long ago. */
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && ![407, 408, 429].includes(status);

const signatureOf = (lines: ScanEntry | readonly (ScanEntry | undefined)[]): string =>
  JSON.stringify(lines);

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

class Scanning {
  readonly #form: HTMLFormElement;
  readonly #words: IslandWords['cart'];
  readonly #queue: ScanQueue;
  readonly #rows: ScanRows;
  readonly #sound: ScanSound;
  readonly #owner: string;
  readonly #direct: boolean;
  readonly #cart: CartQueue;
  /** Lines that the shop has answered, as they were then. */
  readonly #answered = new Map<string, string>();
  readonly #ready = new Map<string, ReadyLine>();
  /** By their place in the queue, the batches as they were answered. */
  readonly #batches = new Map<number, string>();
  #asking = false;
  /** The button was pressed before there was an answer. */
  #addsSoon = false;
  #stopped = 0;
  /** By the clock of the page, which nothing puts right. */
  #freeAt = 0;
  #wake: () => void = () => {};

  constructor(
    form: HTMLFormElement,
    { owner, known }: { owner: string; known: PageCart | null },
    storage: QueueStorage,
    words: IslandWords['cart'],
    Queue: typeof CartQueue,
  ) {
    this.#form = form;
    this.#owner = owner;
    this.#words = words;
    this.#direct = 'direct' in form.dataset;
    this.#sound = new ScanSound(storage);
    this.#queue = new ScanQueue(storage, form.dataset['scan'] ?? '', this.#direct);
    // Without the page's own, a change would be meant for the last cart that this browser was told of, which may be an order.
    this.#cart = new Queue(storage, owner, () => crypto.randomUUID(), known);
    this.#rows = new ScanRows(form, {
      changed: (...change) => {
        this.#queue.set(...change);
        this.#kick();
      },
      dropped: (ids) => {
        this.#queue.drop(ids);
        this.#kick();
      },
    });
  }

  start(): void {
    if ('posted' in this.#form.dataset) this.#rows.adopt(this.#queue);
    this.#queue.dropAdded();
    this.#sound.start();
    this.#rows.listen();
    this.#offerCamera();
    addEventListener('scan', () => this.#kick());
    addEventListener('online', () => this.#wake());
    addEventListener('storage', ({ key }) => {
      if (key?.startsWith(this.#form.dataset['scan'] ?? ' ')) this.#kick();
    });
    addEventListener('submit', this.#onSubmit, true);
    if (this.#queue.lines().length > 0) this.#kick();
  }

  /** The button stands there where there is a camera to ask for; everything behind it comes with its press. */
  #offerCamera(): void {
    const form = this.#form;
    const offer = form.querySelector<HTMLTemplateElement>('#scan-camera');
    const button = offer?.content.querySelector('button')?.cloneNode(true);
    if (!(button instanceof HTMLButtonElement) || !('mediaDevices' in navigator)) return;
    offer?.before(button);
    button.addEventListener('click', () => {
      void import('../camera/camera').then(
        (module) =>
          offer && module.openCamera({ form, offer, button, onRead: () => this.#sound.read() }),
        () => this.#rows.tell(offer?.dataset['lost'] ?? ''),
      );
    });
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    const { target, submitter } = event;
    if (target !== this.#form || !(submitter instanceof HTMLButtonElement)) return;
    const { value, dataset } = submitter;
    // A list or file is read by the shop and comes back with the next page; what is kept here is not sent.
    if (['paste', 'file'].includes(value)) this.#rows.clear();
    if (!['add', 'check'].includes(value) && !dataset['undo']) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (value === 'add') this.#add();
    if (value === 'check') this.#askAnew();
    if (dataset['undo']) this.#clear(submitter);
  };

  /** Adds what is ready; before the shop's first answer, as soon as that is there. */
  #add(): void {
    const ready = this.#readyNow();
    this.#addsSoon =
      ready.length === 0 &&
      this.#batches.size === 0 &&
      this.#queue.lines().some(({ added }) => !added);
    if (!this.#addsSoon) {
      this.#intoCart(ready);
      this.#queue.drop(ready.map(({ id }) => id));
      this.#rows.say(new Set(ready.map(({ productId }) => productId)).size);
      this.#form.querySelector<HTMLInputElement>('#code')?.focus();
    }
    this.#kick();
  }

  /** What the shop has answered as it stands: a field that was changed is asked about before it is added. */
  #readyNow(): ReadyLine[] {
    const fields = this.#rows.edited();
    return this.#queue.lines().flatMap((line) => {
      const ready = this.#ready.get(line.id);
      const isAsAnswered =
        this.#answered.get(line.id) === signatureOf(line) && !fields.has(line.id);
      return ready && isAsAnswered ? [ready] : [];
    });
  }

  #clear(button: HTMLButtonElement): void {
    // The button of some lines names them.
    const lines = this.#queue
      .lines()
      .filter(({ id }) => (button.dataset['ids'] ?? id).includes(id));
    this.#batches.clear();
    for (const { id } of lines) {
      this.#queue.drop([id]);
      this.#answered.delete(id);
    }
    this.#kick();
    this.#rows.offerUndo(lines.length, button, () => {
      this.#queue.restore(lines);
      this.#rows.tell('');
      this.#form.querySelector<HTMLInputElement>('#code')?.focus();
      this.#kick();
    });
  }

  #askAnew(): void {
    this.#batches.clear();
    for (const id of this.#answered.keys()) this.#answered.set(id, '');
    this.#rows.tell('');
    this.#kick();
  }

  /** Once each, whichever tab and row it came from: the line's own id is that of its change of the cart. */
  #intoCart(ready: readonly ReadyLine[]): void {
    this.#cart.addAll(
      ready.map(({ id, productId, quantity }) => ({
        uuid: id.replace(/^\d+-/, ''),
        productId,
        quantity,
      })),
    );
    if (ready.length > 0) dispatchEvent(new Event('cart:kept'));
  }

  #kick(): void {
    this.#rows.showWaiting(this.#queue.lines(), this.#answered);
    if (this.#stopped) return this.#stop(this.#stopped);
    this.#wake();
    if (!this.#asking) void this.#run();
  }

  /** Home keeps the rows it has; the other pages ask for all that are merged with a new one. */
  #next(): Batch | null {
    const lines = this.#queue.lines();
    const isAnswered = (line: ScanEntry): boolean =>
      this.#answered.get(line.id) === signatureOf(line);
    const wanted = lines.filter((line) => !line.added && !(this.#direct && isAnswered(line)));
    for (let at = 0; at < wanted.length; at += batchLines) {
      const open = wanted.slice(at, at + batchLines);
      if (this.#batches.get(at) === signatureOf(open)) continue;
      // The same code again: its row says how many there are now.
      const codes = new Set(open.map(({ entered }) => entered));
      const added = lines.filter((line) => line.added && codes.has(line.entered));
      return { at, open, asked: [...added.slice(-batchLines), ...open] };
    }
    return null;
  }

  async #run(): Promise<void> {
    this.#asking = true;
    let retryMs = firstRetryMs;
    while (!this.#stopped) {
      await pause(this.#freeAt - performance.now());
      const next = this.#next();
      if (!next) break;
      this.#freeAt = performance.now() + callGapMs;
      const { status, answer, retryAfterMs } = await ask(this.#form.dataset['lines'] ?? '', {
        ...{ owner: this.#owner, lines: next.asked, direct: this.#direct },
      });
      if (answer) {
        this.#take(answer, next);
        retryMs = firstRetryMs;
        if (answer.unchecked.length > 0) await this.#sleep(mostRetryMs);
        continue;
      }
      if (isFinal(status)) {
        this.#stop(status);
        break;
      }
      this.#rows.offline();
      if (retryAfterMs !== null) await pause(retryAfterMs);
      else await this.#sleep(retryMs);
      retryMs = Math.min(retryMs * 2, mostRetryMs);
    }
    this.#asking = false;
    if (this.#addsSoon && !this.#stopped) this.#add();
  }

  /** Nothing is asked from this page any more, and what is scanned stays in the browser. */
  #stop(status: number): void {
    this.#stopped = status;
    const { signedOut, signIn, foreign, reload } = this.#words;
    const count = this.#queue.lines().filter(({ added }) => !added).length;
    const name = document.querySelector('.who .t')?.firstChild?.textContent ?? '';
    const said = (text: string): string =>
      text.replace('{count}', String(count)).replace('{name}', name);
    const { signIn: way = '' } = document.querySelector<HTMLElement>('cart-island')?.dataset ?? {};
    if (status === 401) this.#rows.stopped(said(signedOut), { href: way, text: signIn });
    else
      this.#rows.stopped(status === 409 ? said(foreign) : this.#rows.refused, {
        href: location.href,
        text: reload,
      });
  }

  #take(answer: ScanAnswer, { at, open, asked }: Batch): void {
    const now = new Map(this.#queue.lines().map((line) => [line.id, line]));
    // A line that was changed, dropped or added meanwhile, here or in another tab: it is asked again.
    if (signatureOf(asked.map(({ id }) => now.get(id))) !== signatureOf(asked)) return;
    if (answer.wrong.some((id) => !this.#answered.has(id))) this.#sound.refuse();
    if (this.#direct) this.#intoCart(answer.ready);
    const { unchecked } = answer;
    const isNews = open.some(({ id }) => !this.#answered.has(id));
    if (unchecked.length === 0) this.#batches.set(at, signatureOf(open));
    for (const line of open) {
      this.#answered.set(line.id, unchecked.includes(line.id) ? '' : signatureOf(line));
      this.#ready.delete(line.id);
    }
    for (const line of answer.ready) this.#ready.set(line.id, line);
    if (this.#direct) this.#queue.markAdded(answer.ready.map(({ id }) => id));
    this.#rows.show(answer, asked, isNews);
    const ready = this.#readyNow();
    this.#rows.showSum(
      new Set(ready.map(({ productId }) => productId)).size,
      ready.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    );
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

/** Storage and queue come with the call: imported from the other island they would cost each page of a customer more. */
export function startScanning(
  form: HTMLFormElement,
  words: IslandWords['cart'],
  storage: QueueStorage | null,
  Queue: typeof CartQueue,
): void {
  const { owner, known = 'null' } =
    document.querySelector<HTMLElement>('cart-island')?.dataset ?? {};
  if (!storage || !owner) return;
  const page = { owner, known: JSON.parse(known) as PageCart | null };
  new Scanning(form, page, storage, words, Queue).start();
}
