/**
 * A scanner does not look where the focus is. What is typed on a button, a box to tick or nowhere goes to the code
 * field, so that its Enter presses nothing else. Keys less than 50 ms apart are a scanner's: seven of them, or seven at
 * any pace with no other key between, are no quantity: that is put back and they are a code. Behind seven of a
 * scanner's in the code field a Tab, or 600 ms without an Enter, ends the code (decision 197).
 */
import type { Burst, HalfTyped } from './cut-scan';

const scannerGapMs = 50;
const leastOfCode = 7;
const endOfCodeMs = 600;
/** Of the pause, what is left for keys that have come while the page stood still and are not heard yet. */
const latePauseMs = 50;

export interface Scanner {
  /** By the page's own clock; `lastKeyAt` is of any key, 0 before the first. */
  heard: () => { burst: Burst; lastKeyAt: number };
  /** The next key begins anew. */
  interrupt: () => void;
  /** `early`: keys that came before the field did. `left`: what the page before has left in it and nobody has taken. */
  start: (early: readonly KeyboardEvent[], left: () => HalfTyped) => void;
}

type Typed = HTMLElement & { value: string };
const textFields = 'textarea,input:not([type=checkbox],[type=radio],[type=file])';

/** @param take presses the button of the code field */
export function hearKeys(field: HTMLInputElement, take: () => void): Scanner {
  let lastKeyAt = 0;
  let burst: Burst = { text: '', firstKeyAt: 0, lastKeyAt: 0 };
  /** All that was typed at any pace into `target` with no other key between. */
  let run = '';
  let target: EventTarget | null = null;
  // What stood in the target before the burst, and before the run.
  let beforeBurst = '';
  let beforeRun = '';
  let timer: number | undefined;
  let leftTimer: number | undefined;
  let isCodeLeft = (): boolean => false;
  const forgetRun = (): void => {
    burst = { ...burst, text: '' };
    run = '';
  };
  const end = (): void => {
    timer = undefined;
    if (field.value) take();
  };
  /** A page that stands still sees its timer late, and keys with it: those that have come meanwhile go first. */
  const endAfterPause = (): void => {
    timer = window.setTimeout(() => {
      timer = window.setTimeout(end, latePauseMs);
    }, endOfCodeMs - latePauseMs);
  };
  const toField = (): void => {
    // The warning that a session ends would lie over the field: who types is there, as its button says.
    document.querySelector<HTMLDialogElement>('shop-session dialog[open]')?.close();
    field.focus();
    if (isCodeLeft()) field.setSelectionRange(field.value.length, field.value.length);
    else field.select();
    target = field;
  };

  /** `isEarly`: the key came before this script, to a page without a field. */
  const hear = (event: KeyboardEvent, isEarly = false): void => {
    const { key } = event;
    const at = (isEarly && target === field ? field : event.target) as Typed;
    const gap = event.timeStamp - lastKeyAt;
    const isQuick = !event.repeat && gap < scannerGapMs;
    const isText = key.length === 1;
    if (timer !== undefined && gap >= endOfCodeMs && (isText || key === 'Shift')) {
      end();
      forgetRun();
    }
    lastKeyAt = event.timeStamp;
    clearTimeout(timer);
    clearTimeout(leftTimer);
    timer = undefined;
    if (key === 'Shift' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isText) {
      const isScanned = isQuick && burst.text.length >= leastOfCode;
      if (at === field && key === 'Tab' && isScanned) {
        event.preventDefault();
        end();
      }
      if (at === field && key === 'Enter' && isEarly) end();
      target = null;
      return;
    }
    if (at !== target) forgetRun();
    target = at;
    if (!run) beforeRun = at.value;
    if (!isQuick || !burst.text) {
      beforeBurst = at.value;
      burst = { text: '', firstKeyAt: lastKeyAt, lastKeyAt };
    }
    burst = { ...burst, text: burst.text + key, lastKeyAt };
    run += key;
    const isBurst = burst.text.length >= leastOfCode;
    if (at === field) {
      if (isBurst) endAfterPause();
    } else if (at.inputMode === 'numeric' || at.matches('select')) {
      if (isBurst || run.length >= leastOfCode) {
        event.preventDefault();
        at.value = isBurst ? beforeBurst : beforeRun;
        at.dispatchEvent(new Event('input', { bubbles: true }));
        field.value = isBurst ? burst.text : run;
        field.focus();
      }
    } else if (key !== ' ' && !at.matches(textFields)) toField();
    if (isEarly && target === field) field.value += key;
  };

  return {
    heard: () => ({ burst, lastKeyAt }),
    interrupt: () => {
      target = null;
    },
    start: (early, left) => {
      isCodeLeft = () => left().text !== '';
      // A scanner's code that nothing follows is one by itself.
      if (left().pace) leftTimer = window.setTimeout(end, 2_000);
      addEventListener('keydown', (event) => hear(event), true);
      for (const event of early) hear(event, true);
    },
  };
}
