/** The rows on the page: those of the shop's answer, and above them those that it has not answered yet. */
import type { ScanQueue } from './scan-queue';
import type { ScanAnswer, ScanEntry } from './scan-wire';

interface RowEvents {
  changed(ids: readonly string[], entered: string, typed: string | null, codeFirst: boolean): void;
  dropped(ids: readonly string[]): void;
}

/** Lines that the shop has answered once. */
type Known = Pick<ReadonlySet<string>, 'has'>;

/** Newest first. */
const idsOf = (row: HTMLElement | null): string[] =>
  (row?.dataset['ids'] ?? '').split(' ').filter(Boolean);

/** A count in the words of its number, which the page came with. */
const inWords = ({ dataset }: HTMLElement, count: number, of = ''): string =>
  (dataset[of + (count > 1 ? 'more' : count ? 'one' : 'none')] ?? '').replace(/\d+/, String(count));

export class ScanRows {
  readonly #form: HTMLFormElement;
  readonly #events: RowEvents;
  readonly #list = document.getElementById('scan-lines');
  readonly #said = document.getElementById('scan-said');
  /** What was told last, and of which line. */
  #told = '';
  /** What was told last is what became of the button. */
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
    const field = (name: string) => row.querySelector<HTMLInputElement>(`[name^="${name}."]`);
    const picked = row.querySelector<HTMLSelectElement>('select');
    const entered = picked?.value ?? '';
    this.#events.changed(
      idsOf(row),
      entered === '' ? (field('c')?.value ?? '') : entered,
      sure ?? field('q')?.value ?? null,
      target === field('c'),
    );
  }

  clear(): void {
    if (this.#list) this.#list.innerHTML = '';
    this.#offerClear();
  }

  /** The button that takes out all refused lines, and only those. */
  #offerClear(): void {
    const button = this.#form.querySelector<HTMLButtonElement>('.scanned [value="clear-refused"]');
    if (!button) return;
    const refused = this.#all().filter((row) => row.matches('.is-bad'));
    button.hidden = !refused[1];
    button.dataset['ids'] = refused.flatMap(idsOf).join(' ');
  }

  /**
   * Rows of a page that answered a form become lines of the browser. What else the answer says stays, but for how many
   * lines were ready then; a reload does not bring its rows again.
   */
  adopt(queue: ScanQueue): void {
    const rows = [...(this.#list?.querySelectorAll('li') ?? [])].reverse();
    const field = (row: Element, name: string) =>
      row.querySelector<HTMLInputElement>(`[name^="${name}."]`)?.value ?? null;
    // Each of its readings for itself, so that the row goes on saying what was added up.
    for (const row of rows)
      for (const typed of row.dataset['readings']?.split(' ') ?? [field(row, 'q')])
        queue.add(field(row, 'c') ?? '', typed);
    this.clear();
    document.getElementById('scan-ready')?.remove();
    history.replaceState(null, '', this.#form.action);
  }

  /** Ids of the rows whose quantity was changed since they were shown. */
  edited(): ReadonlySet<string> {
    const rows = [...(this.#list?.querySelectorAll<HTMLInputElement>('input[name^="q."]') ?? [])];
    const changed = rows.filter((input) => input.value !== input.defaultValue);
    return new Set(changed.flatMap((input) => idsOf(input.closest('li'))));
  }

  /** Lines that the shop has not answered yet, each at its place; rows whose lines are gone go too. */
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

  /** Newest on top. */
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
   * Rows of the answer for those of the lines it was asked about; the focus, and what is typed, stay. `isNews`: one of
   * them is new; what became of the button is said until then, or until a row is changed.
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

  /** A phone has the newest line below its first screen: who scans sees it come, below the code field. */
  #showNewest(active: Element | null): void {
    const { bottom = 0 } = this.#all()[0]?.getBoundingClientRect() ?? {};
    if (active?.id === 'code' && bottom > innerHeight) this.#form.scrollIntoView();
  }

  /** Lines that can be added, and what they come to in cents. */
  showSum(count: number, amount: number): void {
    const sum = document.getElementById('scan-sum');
    const money = new Intl.NumberFormat(document.documentElement.lang, {
      style: 'currency',
      currency: 'EUR',
    });
    if (sum) sum.textContent = inWords(sum, count).replace('{total}', money.format(amount / 100));
  }

  /** That `count` lines were taken out, with the button that brings them back. */
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
   * That `count` lines were added, and how many are left to correct: until the shop has news of a line. A second press
   * adds none, and leaves what the first has said.
   */
  say(count: number): void {
    const said = this.#said;
    if (!said || (count === 0 && this.#isResult)) return;
    const left = this.#all().filter((row) => row.matches('.is-bad')).length;
    this.tell(`${inWords(said, count, 'added')} ${inWords(said, left)}`.trim());
    this.#isResult = true;
  }

  tell(text: string): void {
    if (this.#said) this.#said.textContent = text;
    this.#told = '';
    this.#isResult = false;
  }

  /** What is so after each call is read out with the first; its text on the page may be a translator's by then. */
  #tellOnce(text: string): void {
    const told = `${idsOf(this.#all()[0] ?? null).join(' ')} ${text}`;
    if (told !== this.#told) this.tell(text);
    this.#told = told;
  }

  /** That the shop will not read these lines. */
  get refused(): string {
    return this.#said?.dataset['refused'] ?? '';
  }

  offline(): void {
    this.#tellOnce(this.#said?.dataset['offline'] ?? '');
  }

  /** Nothing is asked from this page any more: why, and the way on. */
  stopped(text: string, way: { href: string; text: string }): void {
    const link = document.createElement('a');
    link.href = way.href;
    link.textContent = way.text;
    this.#said?.replaceChildren(`${text} `, link);
  }
}
