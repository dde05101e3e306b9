/**
 * Shows the server's suggestions for the typed text below the search box (SRCH-04). Without script the form only
 * searches. An empty search box offers past searches.
 */
import { forgetSearches, ownerOf, pastRow, pastSearches, rememberSearch } from './past-searches';

const debounceMs = 250;
const shortest = 2;
const listId = 'suggestions';
const local = (): Storage => localStorage;

/**
 * Fetches a list that the server has rendered and escaped; '' on failure. A response without the expected list also
 * counts as a failure, because a network in between may respond with a page of its own.
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

/** The server's markup for past searches: its texts without rows. Requested once per page. */
let frame: Promise<string> | undefined;

function suggest(form: HTMLFormElement, input: HTMLInputElement): void {
  const search = new URL(form.action).pathname;
  const address = search.replace(/search$/, 'autocomplete');
  const box = document.createElement('div');
  // Screen readers announce the number of suggestions. The element must exist before its text does.
  const said = document.createElement('output');
  said.className = 'vh';
  form.append(box, said);
  let timer: ReturnType<typeof setTimeout>;
  let running: AbortController | undefined;

  const fill = (list: string, past: readonly HTMLElement[] = []): void => {
    box.innerHTML = list;
    box.querySelector('ol')?.prepend(...past);
    input.ariaExpanded = String(!!box.querySelector('li'));
    said.textContent = box.querySelector(`#${listId}`)?.ariaLabel ?? '';
  };

  const close = (): void => {
    clearTimeout(timer);
    running?.abort();
    fill('');
  };

  /** Offers past searches in place of suggestions, while the box is empty and has the focus. */
  const offer = async (): Promise<void> => {
    const isWanted = (): boolean =>
      !input.value && document.activeElement === input && !box.innerHTML;
    if (!isWanted() || pastSearches(local, ownerOf()).length === 0) return;
    const list = await (frame ??= listAt(`${address}?past=1`));
    if (!list) frame = undefined;
    // Reads the stored searches again, because another tab may have removed some.
    const past = pastSearches(local, ownerOf());
    if (list && past.length > 0 && isWanted())
      fill(
        list,
        past.map((text) => pastRow(search, text)),
      );
  };

  const ask = async (): Promise<void> => {
    const text = input.value.trim();
    running?.abort();
    if (text.length < shortest) return close();
    const { signal } = (running = new AbortController());
    const list = await listAt(`${address}?q=${encodeURIComponent(text)}`, signal);
    // Ignores all responses but the last, and that one unless the search box still has the focus.
    if (!signal.aborted && document.activeElement === input) fill(list);
  };

  const askSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), debounceMs);
  };

  /**
   * Arrow keys move from the box to the quantity or link of each row, and wrap around. Escape returns to the box. A
   * character that no row accepts is typed into the box.
   */
  const onKey = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const rows = [...box.querySelectorAll('li')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const quantity = target instanceof HTMLInputElement && target !== input ? target : null;
    if (key === 'Escape') {
      // Escape closes the list first, then clears the search box: some browsers clear it by themselves, others never
      // do.
      event.preventDefault();
      if (rows[0]) close();
      else input.value = '';
      input.focus();
    } else if (step && rows[0]) {
      const stops = [
        input,
        ...rows.map((row) => row.querySelector<HTMLElement>('.qty') ?? row.querySelector('a')),
      ];
      const at = rows.findIndex((row) => row.contains(target as Node)) + 1;
      stops[(at + step + stops.length) % stops.length]?.focus();
      event.preventDefault();
      // Stops the event, because the script of order sheets handles arrow keys too.
      event.stopPropagation();
    } else if (key === 'ArrowDown') void (input.value ? ask() : offer());
    else if (key === 'Enter') {
      // Enter in a row without a typed quantity opens the row's product.
      if (
        !quantity ||
        [...box.querySelectorAll<HTMLInputElement>('.qty')].some(({ value }) => value)
      )
        return;
      event.preventDefault();
      quantity.closest('li')?.querySelector('a')?.click();
    } else if (
      box.contains(target as Node) &&
      !(ctrlKey || metaKey || altKey) &&
      // Letters after a number stay in the quantity field, which rejects them: they are typos, and not the start of a
      // search.
      (quantity ? !quantity.value && /^[a-z]$/i.test(key) : /^(\S|Backspace)$/.test(key))
    )
      input.focus();
  };

  input.role = 'combobox';
  input.autocomplete = 'off';
  input.ariaHasPopup = 'dialog';
  input.setAttribute('aria-controls', listId);
  close();
  input.addEventListener('input', askSoon);
  // The customer typed a search text while this script was loading.
  if (input.value !== input.defaultValue) askSoon();
  // Listens on the whole form, including the list, where keys move the focus.
  form.addEventListener('keydown', onKey);
  // The quantities in the list belong to a separate form outside the search form, because forms cannot be nested.
  document.body.insertAdjacentHTML('beforeend', '<form id=suggested method=post novalidate>');
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) close();
  });
  input.addEventListener('focus', () => void offer());
  form.addEventListener('submit', () => rememberSearch(local, ownerOf(), input.value));
  box.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (link?.dataset['forget'] !== undefined) {
      event.preventDefault();
      forgetSearches(local, ownerOf());
      close();
      input.focus();
    } else if (link?.pathname === search)
      rememberSearch(local, ownerOf(), new URL(link.href).searchParams.get('q') ?? '');
  });
  // The search box already has the focus, because focusing it loaded this script.
  void offer();
}

/** Adds suggestions to every search form with the attribute `data-search`. */
export function defineAutocomplete(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    const input = form.querySelector<HTMLInputElement>('[name=q]');
    if (input) suggest(form, input);
  }
}
