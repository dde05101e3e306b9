/**
 * Stands in the page right behind the code field, so that it works before any file of ours has come: Enter keeps the
 * code in the browser, else in the page (`page-storage.ts`), and the field is empty and has the focus in the same tick
 * (CART-11). `data-scan` is the storage prefix; what is half typed when the page goes is kept for the tab too.
 * `data-direct` marks the lines of home, which no other page takes; the code stands below the field at once, whatever
 * else is still on its way. Where the islands do not start codes kept here would never be sent: none are kept. Where
 * their script does not come the page is loaded again, and should that not help it says that lines are kept, and sends
 * the next ones to the shop: as rows of quick order (`data-rows`), and with each press all those of this page, as an
 * answer that the next press overtakes is never seen.
 */
import { reloadOnce } from '~/base/page/document/script-guard';
import { isAble } from '~/base/page/document/able';
import { isScanKey, newScanId } from '../scan-key';
import type { ScanEntry } from '../scan-wire';
import { keepHalfTyped } from './half-typed';
import { pageStorage } from './page-storage';
import { hearKeys } from './scanner-keys';
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
  const scanner = hearKeys(field, () =>
    form.querySelector<HTMLButtonElement>('[value=scan]')?.click(),
  );
  let last = 0;
  // As in `lines.ts`, which is in another file.
  const isPrinted = (text: string): boolean => /[^\s\p{C}]/u.test(text);
  const keepCode = (entered: string): void => {
    // In the order in which they were scanned, by a clock that stands still or is put back too.
    last = Math.max(last + 1, Date.now());
    const typed = quantity.value === '1' || !quantity.value ? null : quantity.value;
    const direct = 'direct' in form.dataset || undefined;
    const line = JSON.stringify({ entered, typed, direct });
    (early.hasFailed ? storage.hold : storage.set)(prefix + newScanId(last), line);
  };
  /** A code that stood in the field before the one that is there now, with its quantity. */
  const keepBefore = (): void => {
    const entered = scanner.codeBefore();
    if (!isPrinted(entered)) return;
    keepCode(entered);
    quantity.value = '1';
  };
  addEventListener('pagehide', keepBefore);
  // A code that stands there is no line yet: a slow scanner’s Tab leads on as a hand’s does.
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
      // A code that a keyboard on the screen has composed in the quantity.
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
  // What only the page has goes with whatever it sends, as rows below those that it shows.
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
    // They are all there is: no code is missing in its field.
    if (lines.length > 0 && !formData.get('code') && formData.get('do') === 'scan')
      formData.set('do', 'check');
    storage.goAlong(lines.map(([key]) => key));
    // It stands in the next page's field: sent along too, it would be a line as well.
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
