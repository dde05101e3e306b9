/**
 * Sends scanned lines to the server (CART-11). It sends stored lines without a response, one call at a time, and the
 * rows of the response replace them. The home page adds ready lines to the cart at once; quick order and the scan page
 * do so when the customer presses the button. When no response arrives, the lines stay stored and are sent again.
 */
import type { CartQueue, QueueStorage } from '~/ordering/cart/queue/cart-queue';
import type { PageCart } from '~/ordering/cart/queue/island-wire';
import type { IslandWords } from '~/base/i18n/island-words';
import type { CameraPlace } from '../camera/camera-place';
import { ScanQueue } from './scan-queue';
import { ScanRows } from './scan-rows';
import { ScanSound } from './scan-sound';
import type { ReadyLine, ScanAnswer, ScanBody, ScanEntry } from './scan-wire';

const callMs = 20_000;
/** Minimum interval between calls: a hundred per minute, where the server allows 120 (`rate-rules.ts`). */
const callGapMs = 600;
const firstRetryMs = 1_000;
const mostRetryMs = 15_000;
/** Maximum number of lines per call. */
const batchLines = 100;

interface Batch {
  /** Position of the batch among the lines that await a response. */
  at: number;
  open: ScanEntry[];
  /** The lines of the batch, and lines with the same codes that are already in the cart. */
  asked: ScanEntry[];
}

interface Reply {
  /** 0 when no response arrived. */
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
    // Null when the header is missing or a date: the page then uses its own delay.
    const retryAfterMs = Number(headers.get('Retry-After')) * 1000 || null;
    // A captive portal or proxy may respond in the server's place, with 200, 401 or 407 and a web page.
    const said = ok || status === 401 ? ((await response.json()) as ScanAnswer | null) : null;
    return { status: ok && !said?.ready ? 0 : status, retryAfterMs, answer: ok ? said : null };
  } catch {
    return { status: 0, answer: null, retryAfterMs: null };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * True for statuses that a retry would repeat: the session ended, another customer signed in, or the page is outdated.
 */
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && ![407, 408, 429].includes(status);

const signatureOf = (lines: ScanEntry | readonly (ScanEntry | undefined)[]): string =>
  JSON.stringify(lines);

/** The uuid of the cart transaction that adds this line. */
const uuidOf = (id: string): string => id.replace(/^\d+-/, '');

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

interface ScanPage {
  owner: string;
  /** The cart that came with the page. */
  known: PageCart | null;
  words: IslandWords['cart'];
}

class Scanning {
  readonly #form: HTMLFormElement;
  readonly #words: IslandWords['cart'];
  readonly #queue: ScanQueue;
  readonly #rows: ScanRows;
  readonly #sound: ScanSound;
  readonly #owner: string;
  readonly #direct: boolean;
  readonly #cart: CartQueue;
  /** Contents of the lines when the server responded to them, by line id, to detect later changes. */
  readonly #answered = new Map<string, string>();
  readonly #ready = new Map<string, ReadyLine>();
  /** Contents of the batches when the server responded to them, by position in the queue. */
  readonly #batches = new Map<number, string>();
  /** uuids of the lines added last whose outcome the shop has not reported yet, and the number of these lines. */
  #open: readonly string[] = [];
  #adding = 0;
  #asking = false;
  /** True when the customer pressed the add button before a response arrived. */
  #addsSoon = false;
  #stopped = 0;
  /** Earliest time of the next call, by the page's monotonic clock. */
  #freeAt = 0;
  #wake: () => void = () => {};

  constructor(
    form: HTMLFormElement,
    { owner, known, words }: ScanPage,
    storage: QueueStorage,
    Queue: typeof CartQueue,
  ) {
    this.#form = form;
    this.#owner = owner;
    this.#words = words;
    this.#direct = 'direct' in form.dataset;
    this.#sound = new ScanSound(storage);
    this.#queue = new ScanQueue(storage, form.dataset['scan'] ?? '', this.#direct);
    // Pass the page's own cart. Without it, a change would apply to the last cart that this browser knew, which may
    // have become an order.
    this.#cart = new Queue(storage, owner, known);
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
    new BroadcastChannel('cart').onmessage = ({ data }) => this.#onNews(Number(data));
    if (this.#queue.lines().length > 0) this.#kick();
  }

  /**
   * Displays the camera button if the browser can ask for a camera, else the photo button. The camera script is loaded
   * when its button is pressed.
   */
  #offerCamera(): void {
    const form = this.#form;
    const offer = form.querySelector<HTMLTemplateElement>('#scan-camera');
    const opener = offer?.content.querySelector('button')?.cloneNode(true);
    if (!offer || !(opener instanceof HTMLButtonElement)) return;
    const button = 'mediaDevices' in navigator ? opener : null;
    const place: CameraPlace = {
      form,
      offer,
      button,
      onRead: () => this.#sound.read(),
      takeBack: (code) => this.#queue.takeBack(code),
    };
    if (!button) {
      void import('../camera/photo').then(
        (module) => module.offerPhoto(place),
        () => {},
      );
      return;
    }
    offer.before(button);
    button.addEventListener('click', () => {
      void import('../camera/camera').then(
        (module) => module.openCamera(place),
        () => this.#rows.tell(offer.dataset['lost'] ?? ''),
      );
    });
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    const { target, submitter } = event;
    if (target !== this.#form || !(submitter instanceof HTMLButtonElement)) return;
    const { value, dataset } = submitter;
    // The server parses a pasted list or file and returns the result with the next page. The browser sends its stored
    // lines separately, so they are removed from this form.
    if (['paste', 'file'].includes(value)) this.#rows.clear();
    if (!['add', 'check'].includes(value) && !dataset['undo']) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (value === 'add') this.#add();
    if (value === 'check') this.#askAnew();
    if (dataset['undo']) this.#clear(submitter);
  };

  /** Adds the ready lines to the cart. Before the first response, remembers to add them when it arrives. */
  #add(): void {
    const ready = this.#readyNow();
    this.#addsSoon =
      ready.length === 0 &&
      this.#batches.size === 0 &&
      this.#queue.lines().some(({ added }) => !added);
    if (!this.#addsSoon) {
      this.#intoCart(ready);
      this.#queue.drop(ready.map(({ id }) => id));
      const count = new Set(ready.map(({ productId }) => productId)).size;
      this.#rows.say(count);
      if (count > 0) {
        this.#open = ready.map(({ id }) => uuidOf(id));
        this.#adding = count;
      }
      this.#form.querySelector<HTMLInputElement>('#code')?.focus();
    }
    this.#kick();
  }

  /**
   * Displays that the ERP has confirmed the lines added last. `reported`: number of edits that the shop's response
   * reports as refused or to be checked; notices name them.
   */
  #onNews(reported: number): void {
    if (this.#open.length === 0) return;
    if (reported > 0) this.#adding = 0;
    const waiting = new Set(this.#cart.pending().map(({ uuid }) => uuid));
    this.#open = this.#open.filter((uuid) => waiting.has(uuid));
    if (this.#open.length === 0) this.#rows.say(this.#adding, true);
  }

  /**
   * Returns the ready lines that are unchanged since the server's response. A line whose field was edited is looked up
   * again first.
   */
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
    // A button that removes only some of the lines contains their ids.
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

  /**
   * Adds each line to the cart once, whichever tab or row it came from: the line's id is also the uuid of the cart
   * transaction.
   */
  #intoCart(ready: readonly ReadyLine[]): void {
    const edits = ready.map(({ id, productId, quantity }) => ({
      uuid: uuidOf(id),
      productId,
      quantity,
    }));
    this.#cart.addAll(edits);
    if (edits.length > 0) dispatchEvent(new Event('cart:kept'));
  }

  #kick(): void {
    this.#rows.showWaiting(this.#queue.lines(), this.#answered);
    if (this.#stopped) return this.#stop(this.#stopped);
    this.#wake();
    if (!this.#asking) void this.#run();
  }

  /**
   * Returns the next batch to send. On the home page it contains only new lines; on other pages all lines, because a
   * new line may merge with an earlier one.
   */
  #next(): Batch | null {
    const lines = this.#queue.lines();
    const isAnswered = (line: ScanEntry): boolean =>
      this.#answered.get(line.id) === signatureOf(line);
    const wanted = lines.filter((line) => !line.added && !(this.#direct && isAnswered(line)));
    for (let at = 0; at < wanted.length; at += batchLines) {
      const open = wanted.slice(at, at + batchLines);
      if (this.#batches.get(at) === signatureOf(open)) continue;
      // The row of a repeated code displays the new total, so the batch includes the lines already added to the cart.
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
        owner: this.#owner,
        lines: next.asked,
        direct: this.#direct,
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

  /** Stops all calls from this page; scanned lines stay stored in the browser. */
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
    // Discard this response if a line was changed, removed or added since the request, here or in another tab. The next
    // call sends the lines again.
    if (signatureOf(asked.map(({ id }) => now.get(id))) !== signatureOf(asked)) return;
    if (answer.wrong.some((id) => !this.#answered.has(id))) this.#sound.refuse();
    if (this.#direct) {
      this.#intoCart(answer.ready);
      this.#queue.mark(answer.asked, 'wasAsked');
    }
    const { unchecked } = answer;
    const isNews = open.some(({ id }) => !this.#answered.has(id));
    if (unchecked.length === 0) this.#batches.set(at, signatureOf(open));
    const stored = new Map(this.#queue.lines().map((line) => [line.id, line]));
    for (const line of open) {
      const signature = signatureOf(stored.get(line.id) ?? line);
      this.#answered.set(line.id, unchecked.includes(line.id) ? '' : signature);
      this.#ready.delete(line.id);
    }
    for (const line of answer.ready) this.#ready.set(line.id, line);
    if (this.#direct)
      this.#queue.mark(
        answer.ready.map(({ id }) => id),
        'added',
      );
    this.#rows.show(answer, asked, isNews);
    const ready = this.#readyNow();
    this.#rows.showSum(
      new Set(ready.map(({ productId }) => productId)).size,
      ready.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    );
  }

  /** Waits; the wait ends early with the next scan, or when the network is back. */
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

/**
 * Storage and queue are arguments of this function: importing them from the cart's script would make every customer
 * page load more.
 */
export function startScanning(
  form: HTMLFormElement,
  words: IslandWords['cart'],
  storage: QueueStorage | null,
  Queue: typeof CartQueue,
): void {
  const { owner, known = 'null' } =
    document.querySelector<HTMLElement>('cart-island')?.dataset ?? {};
  if (!storage || !owner) return;
  const page = { owner, known: JSON.parse(known) as PageCart | null, words };
  new Scanning(form, page, storage, Queue).start();
}
