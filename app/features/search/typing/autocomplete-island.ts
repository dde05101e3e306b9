/**
 * `<shop-suggest>` at the end of a search form: asks for suggestions while the customer types and shows the
 * server's list below the box (SRCH-04). Without script the form just searches. An empty box offers past searches.
 */
import { forgetSearches, ownerOf, pastRow, pastSearches, rememberSearch } from './past-searches';

const debounceMs = 250;
const shortest = 2;
const listId = 'suggestions';
const local = (): Storage => localStorage;

/**
 * A list that the server has rendered and escaped; '' where it does not come. A network on the way may answer in its
 * place, with a page.
 */
async function listAt(address: string, signal?: AbortSignal): Promise<string> {
  try {
    const answer = await fetch(address, signal ? { signal } : {});
    const text = await answer.text();
    return answer.status === 200 && text.includes(`"${listId}"`) ? text : '';
  } catch {
    return '';
  }
}

/** Past searches stand in a list of the server's, with its texts and without rows; asked once a page. */
let frame: Promise<string> | undefined;

class ShopSuggest extends HTMLElement {
  #input: HTMLInputElement | null = null;
  #timer = 0;
  #running: AbortController | null = null;

  connectedCallback(): void {
    const form = this.closest('form');
    const input = (this.#input = form?.querySelector<HTMLInputElement>('input[name=q]') ?? null);
    if (!form || !input) return;
    input.setAttribute('role', 'combobox');
    input.setAttribute('autocomplete', 'off');
    input.setAttribute('aria-haspopup', 'dialog');
    input.setAttribute('aria-controls', listId);
    this.#close();
    const askSoon = (): void => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#ask(), debounceMs);
    };
    input.addEventListener('input', askSoon);
    // Typed while this was on its way.
    if (input.value !== input.defaultValue) askSoon();
    // In the list, too: its keys lead on and back.
    form.addEventListener('keydown', (event) => this.#key(event));
    // Quantities of the list belong to a form of their own: the search form cannot hold one.
    document.body.insertAdjacentHTML('beforeend', '<form id=suggested method=post novalidate>');
    form.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) this.#close();
    });
    input.addEventListener('focus', () => void this.#offer());
    form.addEventListener('submit', () => rememberSearch(local, ownerOf(), input.value));
    this.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link?.dataset['forget'] !== undefined) {
        event.preventDefault();
        forgetSearches(local, ownerOf());
        this.#close();
        input.focus();
      } else if (link?.pathname === new URL(form.action).pathname)
        rememberSearch(local, ownerOf(), new URL(link.href).searchParams.get('q') ?? '');
    });
    // Its focus is what this was loaded for.
    void this.#offer();
  }

  /** Past searches in the place of suggestions, while the box is empty and has the focus. */
  async #offer(): Promise<void> {
    const isWanted = (): boolean =>
      this.#input?.value === '' &&
      document.activeElement === this.#input &&
      this.childElementCount === 0;
    if (!isWanted() || pastSearches(local, ownerOf()).length === 0) return;
    const list = await (frame ??= listAt(`${this.getAttribute('src')}?past=1`));
    if (list === '') frame = undefined;
    // Read again: another tab may have forgotten them meanwhile.
    const past = pastSearches(local, ownerOf());
    if (list !== '' && past.length > 0 && isWanted())
      this.#fill(
        list,
        past.map((text) => pastRow(this.closest('form')?.action ?? '', text)),
      );
  }

  async #ask(): Promise<void> {
    const text = this.#input?.value.trim() ?? '';
    this.#running?.abort();
    if (text.length < shortest) return this.#close();
    const running = (this.#running = new AbortController());
    const address = `${this.getAttribute('src')}?q=${encodeURIComponent(text)}`;
    const list = await listAt(address, running.signal);
    // The last answer wins, and only while the field has the focus.
    if (!running.signal.aborted && document.activeElement === this.#input) this.#fill(list);
  }

  #fill(list: string, past: readonly HTMLElement[] = []): void {
    this.innerHTML = list;
    this.querySelector('ol')?.prepend(...past);
    this.#input?.setAttribute('aria-expanded', String(list !== ''));
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#fill('');
  }

  /** Arrow keys go from the box to the quantity of each row, or to its link, and round; Escape leads back. */
  #key(event: KeyboardEvent): void {
    const { key, target } = event;
    const input = this.#input;
    const rows = [...this.querySelectorAll('li')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === 'Escape') {
      // First the list goes, then the text: some engines clear a search box by themselves, others never do.
      event.preventDefault();
      if (rows.length > 0) this.#close();
      else if (input) input.value = '';
      input?.focus();
    } else if (step && rows.length > 0) {
      const stops = [
        input,
        ...rows.map((row) => row.querySelector<HTMLElement>('.qty') ?? row.querySelector('a')),
      ];
      const at = rows.findIndex((row) => row.contains(target as Node)) + 1;
      stops[(at + step + stops.length) % stops.length]?.focus();
      event.preventDefault();
      // Order sheets have arrow keys of their own.
      event.stopPropagation();
    } else if (key === 'ArrowDown') void (input?.value ? this.#ask() : this.#offer());
    else if (key === 'Enter' && target instanceof HTMLInputElement && target !== input) {
      // With nothing to add, a row is opened.
      if ([...this.querySelectorAll<HTMLInputElement>('.qty')].some(({ value }) => value)) return;
      event.preventDefault();
      target.closest('li')?.querySelector('a')?.click();
    }
  }
}

/** Every search form that says `data-search` gets its suggestions. */
export function defineAutocomplete(): void {
  if (!customElements.get('shop-suggest')) customElements.define('shop-suggest', ShopSuggest);
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    if (form.querySelector('shop-suggest')) continue;
    const suggest = document.createElement('shop-suggest');
    suggest.setAttribute('src', new URL(form.action).pathname.replace(/search$/, 'autocomplete'));
    form.append(suggest);
  }
}
