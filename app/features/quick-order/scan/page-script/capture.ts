/**
 * Stands in the page right behind the code field, so that it works before any file of ours has come: Enter keeps the
 * code in the browser, and the field is empty and has the focus in the same tick (CART-11). A browser that cannot keep
 * it sends the form as without script. `data-scan` is the storage prefix; what is half typed when the page goes is kept
 * for the tab too. `data-direct` marks the lines of home, which no other page takes; the code stands below the field at
 * once, whatever else is still on its way. Where the islands do not start codes kept here would never be sent: none are
 * kept. Where their script does not come the page is loaded again, and should that not help it says that lines are kept
 * and sends the next ones to the shop.
 */
import { reloadOnce } from '~/page/document/script-guard';
import { isAble } from '~/page/document/able';
import { isScanKey, newScanId } from '../scan-key';
import { keepHalfTyped } from './half-typed';
import { hearKeys } from './scanner-keys';
import { onScriptFailure } from './script-failure';

const field = document.querySelector<HTMLInputElement>('#code');
const form = field?.form;
const early = window.earlyKeys;
removeEventListener('keydown', early.keep, true);

if (isAble && field && form) {
  const prefix = form.dataset['scan'] ?? '';
  const said = document.getElementById('scan-said');
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
    localStorage.setItem(prefix + newScanId(last), JSON.stringify({ entered, typed, direct }));
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
      if (early.hasFailed) return;
      try {
        keepBefore();
        if (isPrinted(field.value)) {
          halfTyped.codes().forEach(keepCode);
          if (said) said.textContent = field.value;
          quantity.value = '1';
        }
        halfTyped.forget();
        field.value = '';
        event.preventDefault();
        event.stopImmediatePropagation();
        field.focus();
        dispatchEvent(new Event('scan'));
      } catch {
        // The storage is full or closed: the form goes to the server.
      }
    },
    true,
  );
  const goOnAlone = (): void => {
    reloadOnce();
    const isKept = Object.keys(localStorage).some((key) => isScanKey(key, prefix));
    if (said && isKept) said.textContent = said.dataset['refused'] ?? '';
  };
  onScriptFailure(goOnAlone);
  if (early.hasFailed) goOnAlone();
  scanner.start(early.keys, halfTyped.left);
}
