/**
 * Manages the rows on the page: the rows of the server's response, and above them those of lines that wait for a
 * response.
 */
import type { ScanQueue } from './scan-queue';
import type { ScanAnswer, ScanEntry } from './scan-wire';

interface RowEvents {
  changed(ids: readonly string[], entry: Omit<ScanEntry, 'id'>): void;
  dropped(ids: readonly string[]): void;
}

/** Lines to which the server has responded. */
type Known = Pick<ReadonlySet<string>, 'has'>;

/** Returns the ids of a row's lines, newest first. */
const idsOf = (row: HTMLElement | null): string[] =>
  (row?.dataset['ids'] ?? '').split(' ').filter(Boolean);

const fieldIn = (row: Element, name: string): HTMLInputElement | null =>
  row.querySelector(`[name^="${name}."]`);

/** Returns the line that the fields of a row describe. */
const entryOf = (row: Element): Omit<ScanEntry, 'id'> => ({
  entered: fieldIn(row, 'c')?.value ?? '',
  typed: fieldIn(row, 'q')?.value ?? null,
  labels: fieldIn(row, 'l')?.value,
});

/** Returns a count in the singular or plural text that the page provides. */
const inWords = ({ dataset }: HTMLElement, count: number, of = ''): string =>
  (dataset[of + (count > 1 ? 'more' : count ? 'one' : 'none')] ?? '').replace(
    /\d+/,
    count.toLocaleString(document.documentElement.lang),
  );

export class ScanRows {
  readonly #form: HTMLFormElement;
  readonly #events: RowEvents;
  readonly #list = document.getElementById('scan-lines');
  readonly #said = document.getElementById('scan-said');
  /** The last screen reader announcement and its line. */
  #told = '';
  /** True when the last announcement was the result of a button. */
  #isResult = false;
  constructor(form: HTMLFormElement, events: RowEvents) {
    this.#form = form;
    this.#events = events;
  }

  listen(): void {
    this.#list?.addEventListener('change', ({ target }) => this.#onChange(target));
    this.#list?.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const row = button?.closest('li') ?? null;
      const isSure = button?.name.startsWith('s.');
      if (!row || !(isSure || button?.name === 'drop')) return;
      event.preventDefault();
      if (isSure) this.#onChange(button, button?.value);
      else this.#events.dropped(idsOf(row));
      this.#form.querySelector<HTMLInputElement>('#code')?.focus();
    });
  }

  #onChange(target: EventTarget | null, sure?: string): void {
    const row = target instanceof Element ? target.closest('li') : null;
    if (!row) return;
    this.#isResult = false;
    const entry = entryOf(row);
    const picked = row.querySelector<HTMLSelectElement>('select')?.value ?? '';
    this.#events.changed(idsOf(row), {
      ...entry,
      entered: picked === '' ? entry.entered : picked,
      typed: sure ?? entry.typed,
      codeFirst: fieldIn(row, 'c') === target || undefined,
    });
  }

  clear(): void {
    if (this.#list) this.#list.innerHTML = '';
    this.#offerClear();
  }

  /** Updates the button that removes all rejected lines, and no other lines. */
  #offerClear(): void {
    const button = this.#form.querySelector<HTMLButtonElement>('.scanned [value="clear-refused"]');
    if (!button) return;
    const refused = this.#all().filter((row) => row.matches('.is-bad'));
    button.hidden = !refused[1];
    button.dataset['ids'] = refused.flatMap(idsOf).join(' ');
  }

  /**
   * Stores the rows of a page that responded to a form as lines of the browser's queue. Other notices of the response
   * stay, except for the number of ready lines. A reload does not restore the rows.
   */
  adopt(queue: ScanQueue): void {
    const rows = [...(this.#list?.querySelectorAll('li') ?? [])].reverse();
    // Adds each quantity of a row as its own line, so that the row can still display them.
    for (const row of rows) {
      const entry = { ...entryOf(row), uncounted: 'uncounted' in row.dataset || undefined };
      for (const typed of row.dataset['readings']?.split(' ') ?? [entry.typed])
        queue.add({ ...entry, typed });
    }
    this.clear();
    document.getElementById('scan-ready')?.remove();
    history.replaceState(null, '', this.#form.action);
  }

  /** Returns the ids of the lines whose quantity was changed since they were displayed. */
  edited(): ReadonlySet<string> {
    const rows = [...(this.#list?.querySelectorAll<HTMLInputElement>('input[name^="q."]') ?? [])];
    const changed = rows.filter((input) => input.value !== input.defaultValue);
    return new Set(changed.flatMap((input) => idsOf(input.closest('li'))));
  }

  /** Displays lines without a response at their positions, and removes the rows of removed lines. */
  showWaiting(lines: readonly ScanEntry[], known: Known): void {
    const kept = new Set(lines.map(({ id }) => id));
    for (const row of this.#all())
      if ('waits' in row.dataset || !idsOf(row).some((id) => kept.has(id))) row.remove();
    for (const line of lines)
      if (!known.has(line.id) && !line.added) this.#place(this.#waitingRow(line));
    this.#offerClear();
  }

  #all(): HTMLElement[] {
    return [...(this.#list?.querySelectorAll('li') ?? [])];
  }

  /** Inserts a row by age, newest on top. */
  #place(row: HTMLElement): void {
    const newest = (one: HTMLElement): string => idsOf(one)[0] ?? '';
    const older = this.#all().find((one) => newest(one) < newest(row));
    this.#list?.insertBefore(row, older ?? null);
  }

  #waitingRow({ entered, id }: ScanEntry): HTMLElement {
    const row = document.createElement('li');
    row.className = 'row line is-wait';
    row.dataset['waits'] = '';
    row.dataset['ids'] = id;
    const name = document.createElement('p');
    name.className = 'row-main';
    name.textContent = entered;
    const state = document.createElement('span');
    state.className = 'row-stock sync';
    state.dataset['state'] = 'pending';
    state.textContent = this.#said?.dataset['waiting'] ?? '';
    row.append(document.createElement('span'), name, state);
    row.firstElementChild?.classList.add('row-pic');
    return row;
  }

  /**
   * Replaces the rows of the requested lines by those of the response; preserves focus and typed input. `isNews`: the
   * response includes a new line. Until then, or until a row is edited, the result of the last button stays displayed.
   */
  show(answer: ScanAnswer, asked: readonly ScanEntry[], isNews: boolean): void {
    const box = this.#list;
    if (!box) return;
    const active = document.activeElement;
    const focused = active instanceof HTMLInputElement && box.contains(active) ? active : null;
    const ids = idsOf(focused?.closest('li') ?? null);
    const answered = new Set(asked.map(({ id }) => id));
    for (const row of this.#all()) if (idsOf(row).some((id) => answered.has(id))) row.remove();
    const fresh = document.createElement('template');
    fresh.innerHTML = answer.html;
    for (const row of fresh.content.querySelectorAll('li')) this.#place(row);
    this.#offerClear();
    if (isNews || !this.#isResult) this.#tellOnce(answer.announcement);
    this.#showNewest(active);
    if (!focused || box.contains(focused)) return;
    const row = this.#all().find((one) => idsOf(one).some((id) => ids.includes(id)));
    const again = row?.querySelector<HTMLInputElement>(
      `input[name^="${focused.name.slice(0, 2)}"]`,
    );
    if (!again) return;
    again.value = focused.value;
    again.focus({ preventScroll: true });
  }

  /**
   * Scrolls on phones, where the newest line may be below the first screen, so that the user sees it below the code
   * field.
   */
  #showNewest(active: Element | null): void {
    const { bottom = 0 } = this.#all()[0]?.getBoundingClientRect() ?? {};
    if (active?.id === 'code' && bottom > innerHeight) this.#form.scrollIntoView();
  }

  /** Displays the number of ready lines and their total in cents. */
  showSum(count: number, amount: number): void {
    const sum = document.getElementById('scan-sum');
    const money = new Intl.NumberFormat(document.documentElement.lang, {
      style: 'currency',
      currency: 'EUR',
    });
    if (sum) sum.textContent = inWords(sum, count).replace('{total}', money.format(amount / 100));
  }

  /** Displays that `count` lines were removed, with an undo button. */
  offerUndo(count: number, clear: HTMLButtonElement, bringBack: () => void): void {
    const undo = clear.cloneNode() as HTMLButtonElement;
    undo.type = 'button';
    undo.hidden = false;
    undo.textContent = clear.dataset['undo'] ?? '';
    undo.onclick = bringBack;
    this.tell('');
    this.#said?.append(`${inWords(clear, count)} `, undo);
    undo.focus();
    this.#isResult = true;
  }

  /**
   * Displays how many lines wait for the cart, or were added, and how many need correction, until a line changes. A
   * second press adds nothing and leaves the message of the first press.
   */
  say(count: number, isConfirmed = false): void {
    const said = this.#said;
    if (!said || (isConfirmed ? !this.#isResult : count === 0 && this.#isResult)) return;
    const left = this.#all().filter((row) => row.matches('.is-bad')).length;
    const of = isConfirmed ? 'added' : 'queued';
    this.tell(`${inWords(said, count, of)} ${inWords(said, left)}`.trim());
    this.#isResult = true;
  }

  tell(text: string): void {
    if (this.#said) this.#said.textContent = text;
    this.#told = '';
    this.#isResult = false;
  }

  /**
   * Announces an unchanged message only once. Compares stored texts, because browser translation may have changed the
   * displayed text.
   */
  #tellOnce(text: string): void {
    const told = `${idsOf(this.#all()[0] ?? null).join(' ')} ${text}`;
    if (told !== this.#told) this.tell(text);
    this.#told = told;
  }

  /** Message that the server does not accept these lines. */
  get refused(): string {
    return this.#said?.dataset['refused'] ?? '';
  }

  offline(): void {
    this.#tellOnce(this.#said?.dataset['offline'] ?? '');
  }

  /** Displays why this page has stopped its calls, with a link to sign in or to reload the page. */
  stopped(text: string, way: { href: string; text: string }): void {
    const link = document.createElement('a');
    link.href = way.href;
    link.textContent = way.text;
    this.#said?.replaceChildren(`${text} `, link);
  }
}
