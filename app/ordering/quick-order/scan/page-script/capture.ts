/**
 * Inline script right behind the code field, so that scanning works before any other script is loaded (CART-11).
 * On Enter it stores the code in the browser, or in page memory when storage is blocked (`page-storage.ts`). In the
 * same tick it clears the field and focuses it again. `data-scan` is the storage prefix. Half-typed input is stored for
 * the tab when the page is left. `data-direct` marks lines of the home page, which other pages ignore. The script
 * displays the code below the field at once, even while other requests are pending.
 * In browsers where the islands do not start, stored codes would never be sent, so none are stored. When the islands'
 * script fails to load, this script reloads the page once. If that does not help, it tells the customer that lines are
 * stored, and posts further lines as rows of quick order (`data-rows`). Each such post includes all lines of this page,
 * because the customer never sees a response that the next post overtakes.
 */
import { reloadOnce } from '~/base/page/document/script-guard';
import { isAble } from '~/base/page/document/able';
import { isScanKey, newScanId } from '../scan-key';
import type { ScanEntry } from '../scan-wire';
import { keepHalfTyped } from './half-typed';
import { pageStorage } from './page-storage';
import { ScannerKeys } from './scanner-keys';
import { onScriptFailure } from './script-failure';

const field = document.querySelector<HTMLInputElement>('#code');
const form = field?.form;
const early = window.earlyKeys;
removeEventListener('keydown', early.keep, true);

if (isAble && field && form) {
  const prefix = form.dataset['scan'] ?? '';
  const said = document.getElementById('scan-said');
  const storage = pageStorage(() => field.value !== field.defaultValue);
  window.pageStorage = storage;
  const quantity = form.elements.namedItem('n') as HTMLInputElement;
  const scanner = new ScannerKeys(field, () =>
    form.querySelector<HTMLButtonElement>('[value=scan]')?.click(),
  );
  let last = 0;
  // Duplicated from `lines.ts`, which is part of another script file.
  const isPrinted = (text: string): boolean => /[^\s\p{C}]/u.test(text);
  const keepCode = (entered: string): void => {
    // Ids must grow in the order of the scans, even if the system clock stops or is set back.
    last = Math.max(last + 1, Date.now());
    const typed = quantity.value === '1' || !quantity.value ? null : quantity.value;
    const direct = 'direct' in form.dataset || undefined;
    const line = JSON.stringify({ entered, typed, direct });
    (early.hasFailed ? storage.hold : storage.set)(prefix + newScanId(last), line);
  };
  /** Stores a code that was in the field before the current one, with its quantity. */
  const keepBefore = (): void => {
    const entered = scanner.codeBefore();
    if (!isPrinted(entered)) return;
    keepCode(entered);
    quantity.value = '1';
  };
  addEventListener('pagehide', keepBefore);
  // Tab, pressed by a slow scanner or a user, moves the focus on although the code is not a line yet: the status text
  // says that the code is still in its field.
  quantity.addEventListener('focus', () => {
    if (said && isPrinted(field.value))
      said.textContent = (said.dataset['stands'] ?? '').replace('{code}', field.value);
  });
  const halfTyped = keepHalfTyped(field, `${prefix}half`, scanner, early.since);
  addEventListener(
    'submit',
    (event) => {
      const pressed = event.submitter as HTMLButtonElement | null;
      if (event.target !== form || (pressed?.name && pressed.value !== 'scan')) return;
      // An on-screen keyboard may have inserted a code into the quantity field.
      const { value } = quantity;
      if (!isPrinted(field.value) && /^\d{7}/.test(value)) {
        field.value = value;
        quantity.value = '1';
      }
      keepBefore();
      if (isPrinted(field.value)) {
        halfTyped.codes().forEach(keepCode);
        if (said) said.textContent = field.value;
        quantity.value = '1';
      }
      halfTyped.forget();
      field.value = '';
      field.focus();
      if (early.hasFailed) {
        form.action = form.dataset['rows'] ?? form.action;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      dispatchEvent(new Event('scan'));
    },
    true,
  );
  // When the form is submitted, send the lines that exist only in page memory too, as rows below the displayed ones.
  form.addEventListener('formdata', ({ formData }) => {
    const lines = [...storage.held].filter(
      ([key]) =>
        isScanKey(key, prefix) &&
        !document.querySelector(`[data-ids~="${key.slice(prefix.length)}"]:not([data-waits])`),
    );
    let at = [...formData.keys()].filter((name) => name.startsWith('c.')).length;
    for (const [, line] of lines) {
      const { entered, typed } = JSON.parse(line) as ScanEntry;
      formData.append(`c.${at}`, entered);
      if (typed) formData.append(`q.${at}`, typed);
      at += 1;
    }
    // Only the lines of page memory are sent: an empty code field is no error then.
    if (lines.length > 0 && !formData.get('code') && formData.get('do') === 'scan')
      formData.set('do', 'check');
    storage.goAlong(lines.map(([key]) => key));
    // The next page restores the half-typed code in its code field; sending it too would create a second line.
    if (halfTyped.isKept()) formData.delete('code');
  });
  const goOnAlone = (): void => {
    reloadOnce();
    const isKept = storage.keys().some((key) => isScanKey(key, prefix));
    if (said && isKept) said.textContent = said.dataset['refused'] ?? '';
  };
  onScriptFailure(goOnAlone);
  if (early.hasFailed) goOnAlone();
  scanner.start(early.keys, halfTyped.left);
}
