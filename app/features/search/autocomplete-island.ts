/**
 * `<shop-suggest src="/fr/autocomplete">` inside a search form: asks for suggestions while somebody types and
 * shows the server's list below the box. Without script the form just searches (SRCH-04).
 */
const debounceMs = 250;
const shortest = 2;

class ShopSuggest extends HTMLElement {
  #input: HTMLInputElement | null = null;
  #timer = 0;
  #running: AbortController | null = null;
  #active = -1;

  connectedCallback(): void {
    this.#input = this.closest('form')?.querySelector<HTMLInputElement>('input[name=q]') ?? null;
    const input = this.#input;
    if (!input) return;
    this.id ||= 'suggestions';
    input.setAttribute('role', 'combobox');
    input.setAttribute('autocomplete', 'off');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', this.id);
    this.#close();
    input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#ask(), debounceMs);
    });
    input.addEventListener('keydown', (event) => this.#key(event));
    input.form?.addEventListener('focusout', (event) => {
      const next = event.relatedTarget;
      if (!(next instanceof Node && input.form?.contains(next))) this.#close();
    });
  }

  async #ask(): Promise<void> {
    const text = this.#input?.value.trim() ?? '';
    this.#running?.abort();
    if (text.length < shortest) return this.#close();
    const running = (this.#running = new AbortController());
    const address = `${this.getAttribute('src') ?? ''}?q=${encodeURIComponent(text)}`;
    const answer = await fetch(address, { signal: running.signal }).catch(() => null);
    const list = answer?.status === 200 ? await answer.text().catch(() => '') : '';
    // The last answer wins, and only while somebody is still there.
    if (running.signal.aborted || document.activeElement !== this.#input) return;
    // The list is rendered and escaped by our own server.
    this.innerHTML = list;
    this.#active = -1;
    this.#options().forEach((option, position) => (option.id = `${this.id}-${position}`));
    this.#input?.setAttribute('aria-expanded', String(list !== ''));
  }

  #options(): HTMLAnchorElement[] {
    return [...this.querySelectorAll('a')];
  }

  #close(): void {
    this.#running?.abort();
    this.innerHTML = '';
    this.#active = -1;
    this.#input?.setAttribute('aria-expanded', 'false');
    this.#input?.removeAttribute('aria-activedescendant');
  }

  #key(event: KeyboardEvent): void {
    const options = this.#options();
    if (event.key === 'Escape') return this.#close();
    if (options.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const count = options.length + 1;
      // One place more than options: the box itself.
      this.#active = ((this.#active + 1 + step + count) % count) - 1;
      options.forEach((option, position) =>
        option.setAttribute('aria-selected', String(position === this.#active)),
      );
      const active = options[this.#active];
      active?.scrollIntoView({ block: 'nearest' });
      if (active) this.#input?.setAttribute('aria-activedescendant', active.id);
      else this.#input?.removeAttribute('aria-activedescendant');
    } else if (event.key === 'Enter' && options[this.#active]) {
      event.preventDefault();
      options[this.#active]?.click();
    }
  }
}

export function defineAutocomplete(): void {
  if (!customElements.get('shop-suggest')) customElements.define('shop-suggest', ShopSuggest);
}
