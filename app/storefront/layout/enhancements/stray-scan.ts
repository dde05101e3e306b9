/**
 * A scanner does not look where the focus is. On a page without a code field its Enter, or its Tab, would press what
 * has the focus: one more piece, one more row, the way to pay. Behind seven keys of a scanner's pace it presses nothing,
 * and the code stands in the search field, for Enter to look it up. A page that scans has its own listener,
 * which has taken the code to its field by then.
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
    // The next one takes its place.
    search.select();
    search.dispatchEvent(new Event('input', { bubbles: true }));
  };
  addEventListener('keydown', onKey, true);
}
