/**
 * Handles a scanner that types on a page without a code field. Without this script, the scanner's Enter or Tab would
 * activate the focused control: increase a quantity, add a row, or proceed to payment. After seven keys at a scanner's
 * speed, Enter and Tab activate nothing. The code goes into the search field, where Enter looks it up. A page with a
 * code field has its own listener, which has already handled the code.
 */
import { leastOfCode } from '~/ordering/quick-order/scan/page-script/typed-run';

const scannerGapMs = 100;
const textFields = 'select,textarea,input:not([type=checkbox],[type=radio],[type=file])';

export function watchStrayScans(): void {
  let code = '';
  let lastKeyAt = 0;
  const onKey = (event: KeyboardEvent): void => {
    const { key, target, timeStamp } = event;
    if (key === 'Shift') return;
    const isQuick = timeStamp - lastKeyAt < scannerGapMs;
    lastKeyAt = timeStamp;
    if (key.length === 1) {
      code = isQuick ? code + key : key;
      return;
    }
    const scanned = isQuick && code.length >= leastOfCode && /^(Enter|Tab)$/.test(key) ? code : '';
    code = '';
    if (!scanned || (target instanceof Element && target.matches(textFields))) return;
    event.preventDefault();
    const search = document.querySelector<HTMLInputElement>('header [name=q]');
    if (!search) return;
    search.value = scanned;
    search.focus();
    // Selects the code in the search field, so that the next scan replaces it.
    search.select();
    search.dispatchEvent(new Event('input', { bubbles: true }));
  };
  addEventListener('keydown', onKey, true);
}
