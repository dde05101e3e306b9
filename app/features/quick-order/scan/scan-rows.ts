/** The rows on the page: those of the shop's answer, and above them those that it has not answered yet. */
import type { ScanQueue } from './scan-queue';
import type { ScanAnswer, ScanEntry } from './scan-wire';

interface RowEvents {
  changed(ids: readonly string[], entered: string, typed: string | null): void;
  dropped(ids: readonly string[]): void;
}

const idsOf = (row: HTMLElement | null): string[] =>
  (row?.dataset['ids'] ?? '').split(' ').filter(Boolean);

export class ScanRows {
  readonly #form: HTMLFormElement;
  readonly #events: RowEvents;
  readonly #list = document.getElementById('scan-lines');
  readonly #said = document.getElementById('scan-said');
  constructor(form: HTMLFormElement, events: RowEvents) {
    this.#form = form;
    this.#events = events;
  }

  listen(): void {
    this.#list?.addEventListener('change', ({ target }) => this.#onChange(target));
    this.#list?.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button?.name !== 'drop') return;
      event.preventDefault();
      this.#events.dropped(idsOf(button.closest('li')));
      this.#form.querySelector<HTMLInputElement>('#code')?.focus();
    });
  }

  #onChange(target: EventTarget | null): void {
    const row = target instanceof Element ? target.closest('li') : null;
    if (!row) return;
    const field = (name: string) => row.querySelector<HTMLInputElement>(`[name^="${name}."]`);
    const picked = row.querySelector<HTMLSelectElement>('select');
    const entered = picked?.value ?? '';
    this.#events.changed(
      idsOf(row),
      entered === '' ? (field('c')?.value ?? '') : entered,
      field('q')?.value ?? null,
    );
  }

  clear(): void {
    if (this.#list) this.#list.innerHTML = '';
  }

  /** Rows of a page that answered a form become lines of the browser; the page is opened anew without them. */
  adopt(queue: ScanQueue): boolean {
    const rows = [...(this.#list?.querySelectorAll('li') ?? [])].reverse();
    const field = (row: Element, name: string) =>
      row.querySelector<HTMLInputElement>(`[name^="${name}."]`)?.value ?? null;
    try {
      for (const row of rows) queue.add(field(row, 'c') ?? '', field(row, 'q'));
    } catch {
      return false;
    }
    location.replace(this.#form.action);
    return true;
  }

  /** Ids of the rows whose quantity was changed since they were shown. */
  edited(): ReadonlySet<string> {
    const rows = [...(this.#list?.querySelectorAll<HTMLInputElement>('input[name^="q."]') ?? [])];
    const changed = rows.filter((input) => input.value !== input.defaultValue);
    return new Set(changed.flatMap((input) => idsOf(input.closest('li'))));
  }

  /** Lines that the shop has not answered yet, newest first. */
  showWaiting(lines: readonly ScanEntry[], known: ReadonlySet<string>): void {
    const box = this.#list;
    if (!box) return;
    box.querySelectorAll('[data-waits]').forEach((row) => row.remove());
    const waiting = lines.filter(({ id }) => !known.has(id)).map((line) => this.#waitingRow(line));
    box.prepend(...waiting.reverse());
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

  /** The focus, and what is being typed into a row, stay where they are. */
  show(answer: ScanAnswer, lines: readonly ScanEntry[], known: ReadonlySet<string>): void {
    const box = this.#list;
    if (!box) return;
    const active = document.activeElement;
    const held = active instanceof HTMLInputElement && box.contains(active) ? active : null;
    const ids = idsOf(held?.closest('li') ?? null);
    box.innerHTML = answer.html;
    this.showWaiting(lines, known);
    if (this.#said) this.#said.textContent = answer.told;
    if (!held) return;
    const rows = [...box.querySelectorAll<HTMLElement>('li')];
    const row = rows.find((one) => idsOf(one).some((id) => ids.includes(id)));
    const again = row?.querySelector<HTMLInputElement>(`input[name^="${held.name.slice(0, 2)}"]`);
    if (!again) return;
    again.value = held.value;
    again.focus({ preventScroll: true });
  }

  say(count: number): void {
    if (this.#said)
      this.#said.textContent = (this.#said.dataset['added'] ?? '').replace(
        '{count}',
        String(count),
      );
  }

  offline(): void {
    if (this.#said) this.#said.textContent = this.#said.dataset['offline'] ?? '';
  }
}
