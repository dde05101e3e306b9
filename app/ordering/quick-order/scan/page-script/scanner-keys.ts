/**
 * A scanner does not look where the focus is. What is typed on a button, a box to tick or nowhere goes to the code
 * field, so that its Enter presses nothing else; seven keys into a quantity with no other key between are a code, and go
 * there too. A code that still stands in the field then is taken before the new one, with the quantity beside it. Behind
 * what a scanner has typed into the code field (`isScan`) a Tab, or a pause, ends the code.
 */
import type { Burst, HalfTyped } from './cut-scan';
import {
  isScan,
  isWhole,
  leastOfCode,
  paceOf,
  quantityDigits,
  scannerGapMs,
  type Run,
} from './typed-run';

const endOfCodeMs = 600;
/** Where digits are missing yet, or a scanner is slow or sends something behind its codes: a machine may stand still. */
const longPauseMs = 2_000;
/** Of the pause, what is left for keys that have come while the page stood still and are not heard yet. */
const latePauseMs = 50;
/** A second key behind a code, as Enter and Tab, comes as fast. */
const suffixMs = 150;
/** A code has as many characters at least. */
const fewestOfCode = 5;

export interface Scanner {
  /** By the page's own clock; `lastKeyAt` is of any key, 0 before the first. */
  heard: () => { burst: Burst; lastKeyAt: number };
  /** The next key begins anew. */
  interrupt: () => void;
  /** The code that stood in the field before the one that is there now; empty where there was none. Asked once. */
  codeBefore: () => string;
  /** `early`: keys that came before the field did. `left`: what the page before has left in it and nobody has taken. */
  start: (early: readonly KeyboardEvent[], left: () => HalfTyped) => void;
}

/** What a key is heard by. */
type Stroke = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'target' | 'preventDefault'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'code'>>;

/** Keys without text that scanners press before and behind their own, and those of a keyboard on a screen. */
const isBeside = /^(Shift|AltGraph|(Caps|Num)Lock|Escape|F\d+|Unidentified|Process)$/;

/** FNC1, which no keyboard has. */
const separator = '\x1d';

/** A field; whatever else may have the focus has no text and no selection. */
type Typed = HTMLElement & Pick<HTMLInputElement, 'value'> & Partial<HTMLInputElement>;
const textFields = 'textarea,input:not([type=checkbox],[type=radio],[type=file])';
const isQuantity = (at: Typed): boolean => at.inputMode === 'numeric' || at.matches('select');
const noKeys: Run = { text: '', gaps: [] };

/** @param take presses the button of the code field */
export function hearKeys(field: HTMLInputElement, take: () => void): Scanner {
  let lastKeyAt = 0;
  let lastKey = '';
  let burst: Burst = { text: '', firstKeyAt: 0, lastKeyAt: 0 };
  /** All that was typed at any pace into `target` with no other key between. */
  let run = noKeys;
  let target: EventTarget | null = null;
  /** Writes into the target what stood there before the run, with these digits of it. */
  let putBack = (_digits: string): void => {};
  /** The run came into a quantity, and was moved from there. */
  let isMoved = false;
  /** It began on a button or nowhere. */
  let isFromElsewhere = false;
  /** What stood in the field when it got the focus. */
  let stood = field.value;
  /** A code that a scan has taken the place of. */
  let waiting = '';
  let slowestMs = scannerGapMs;
  let hasSuffix = false;
  /** The text that comes next is that of a key. */
  let isKeyHeard = false;
  let timer: number | undefined;
  let leftTimer: number | undefined;
  let isCodeLeft = (): boolean => false;
  field.addEventListener('focus', () => {
    stood = field.value;
  });
  const forgetRun = (): void => {
    burst = { ...burst, text: '' };
    run = noKeys;
  };
  const end = (): void => {
    timer = undefined;
    target = null;
    if (field.value) take();
  };
  const pauseMs = (): number =>
    hasSuffix || paceOf(run) >= scannerGapMs || (/^\d{7,12}$/.test(run.text) && !isWhole(run.text))
      ? longPauseMs
      : endOfCodeMs;
  /** A page that stands still sees its timer late, and keys with it: those that have come meanwhile go first. */
  const endAfterPause = (): void => {
    timer = window.setTimeout(() => {
      timer = window.setTimeout(end, latePauseMs);
    }, pauseMs() - latePauseMs);
  };
  const isScanned = (): boolean => target === field && (isMoved || isScan(run, slowestMs));
  const begin = (at: Typed): void => {
    forgetRun();
    isMoved = false;
    isFromElsewhere = false;
    const { value, selectionStart, selectionEnd } = at;
    putBack = (digits) => {
      const isTyped = digits && selectionEnd !== undefined;
      at.value = isTyped
        ? value.slice(0, selectionStart ?? 0) + digits + value.slice(selectionEnd ?? 0)
        : value;
      at.dispatchEvent(new Event('input', { bubbles: true }));
      if (digits) at.dispatchEvent(new Event('change', { bubbles: true }));
    };
  };
  const toField = (): void => {
    // The warning that a session ends would lie over the field: who types is there, as its button says.
    document.querySelector<HTMLDialogElement>('shop-session dialog[open]')?.close();
    field.focus();
    if (isCodeLeft()) field.setSelectionRange(field.value.length, field.value.length);
    else field.select();
    isFromElsewhere = true;
    target = field;
  };
  const insert = (text: string): void => {
    const { selectionStart, selectionEnd, value } = field;
    field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  };
  /** The code field gets what was typed into a quantity so far, and the keys that follow. */
  const move = (): void => {
    putBack('');
    if (waiting || isCodeLeft()) take();
    waiting = field.value;
    field.focus();
    field.value = run.text;
    stood = '';
    isMoved = true;
    target = field;
  };
  const codeBefore = (): string => {
    const { text } = run;
    if (isMoved && field.value === text) {
      const digits = quantityDigits(run);
      if (digits) putBack(text.slice(0, digits));
      field.value = text.slice(digits);
    }
    const isBehind = field.value === stood + text;
    const isApart =
      (isFromElsewhere && text.length >= fewestOfCode) ||
      isScan(run, slowestMs) ||
      (isBehind && isWhole(stood) && isWhole(text));
    if (stood && isApart && !isCodeLeft() && (isBehind || field.value === text)) {
      waiting = stood;
      field.value = text;
    }
    const before = waiting;
    waiting = stood = '';
    isMoved = false;
    return before;
  };

  /** `isEarly`: the key came before this script, to a page without a field. */
  const hear = (event: Stroke, isEarly = false): void => {
    // Ctrl+J and Ctrl+M are line feed and carriage return of some scanners; other keys with Ctrl are the browser's.
    const isLineEnd = event.ctrlKey && (/^[jm]$/i.test(event.key) || event.code === 'KeyM');
    const gap = event.timeStamp - lastKeyAt;
    const isQuick = !event.repeat && gap < scannerGapMs;
    // Within a code F8 and Ctrl+] stand for the separator of GS1.
    const isSeparator =
      isQuick &&
      run.text !== '' &&
      target === field &&
      (event.key === 'F8' || (event.ctrlKey && event.code === 'BracketRight'));
    if (!isLineEnd && !isSeparator && (event.ctrlKey || event.metaKey || event.altKey)) return;
    const key = isLineEnd ? 'Enter' : isSeparator ? separator : event.key;
    const at = (isEarly && target === field ? field : event.target) as Typed;
    if (isSeparator && !isEarly) {
      event.preventDefault();
      insert(separator);
    }
    const isText = key.length === 1;
    if (timer !== undefined && gap >= pauseMs() && (isText || isBeside.test(key))) {
      end();
      forgetRun();
    }
    lastKeyAt = event.timeStamp;
    clearTimeout(timer);
    clearTimeout(leftTimer);
    timer = undefined;
    if (isBeside.test(key)) {
      if (run.text && isScanned()) endAfterPause();
      return;
    }
    const isSecond = lastKey === 'Enter' && gap < suffixMs;
    lastKey = key;
    if (!isText) {
      const isEnd = isScanned();
      if (isEnd && ['Tab', 'Enter'].includes(key)) hasSuffix = true;
      if (at === field && key === 'Tab' && !event.shiftKey && (isEnd || isSecond)) {
        // A slow scanner that ends with Tab: its next code is known by its pace.
        if (isMoved && paceOf(run) < 3 * scannerGapMs)
          slowestMs = Math.max(slowestMs, 1.5 * paceOf(run));
        event.preventDefault();
        end();
      }
      if (at === field && key === 'Enter' && (isEarly || isLineEnd)) {
        event.preventDefault();
        end();
      }
      target = null;
      return;
    }
    if (at !== target) begin(at);
    target = at;
    if (!isQuick || !burst.text) burst = { text: '', firstKeyAt: lastKeyAt, lastKeyAt };
    burst = { ...burst, text: burst.text + key, lastKeyAt };
    const gaps = run.text ? [...run.gaps, event.repeat ? Infinity : gap] : [];
    run = { text: run.text + key, gaps };
    if (at === field) {
      if (isMoved || isScan(run, scannerGapMs)) endAfterPause();
    } else if (isQuantity(at)) {
      if (run.text.length >= leastOfCode) {
        event.preventDefault();
        move();
        endAfterPause();
      }
    } else if (key !== ' ' && !at.matches(textFields)) toField();
    if (isEarly && target === field) field.value += key;
  };

  /** Text without a key: of a keyboard on a screen, as one piece too, or of a scanner that types characters by Alt. */
  const onText = (event: InputEvent): void => {
    const { data, inputType, timeStamp } = event;
    const at = event.target as Typed;
    const isOfKey = isKeyHeard;
    isKeyHeard = false;
    if (isOfKey) return;
    if (inputType !== 'insertText' || !data) target = null;
    else if (data.length === 1)
      hear({ key: data, timeStamp, target: at, preventDefault: () => event.preventDefault() });
    else if (data.length >= leastOfCode && /\d{4}/.test(data) && (at === field || isQuantity(at))) {
      event.preventDefault();
      begin(at);
      run = { text: data, gaps: [] };
      move();
      endAfterPause();
    }
  };

  return {
    heard: () => ({ burst, lastKeyAt }),
    interrupt: () => {
      target = null;
    },
    codeBefore,
    start: (early, left) => {
      isCodeLeft = () => left().text !== '';
      // A scanner's code that nothing follows is one by itself.
      if (left().pace) leftTimer = window.setTimeout(end, 2_000);
      const onKey = (event: KeyboardEvent): void => {
        hear(event);
        isKeyHeard = event.key.length === 1 && !event.defaultPrevented && !event.altKey;
      };
      addEventListener('keydown', onKey, true);
      addEventListener('beforeinput', onText, true);
      for (const event of early) hear(event, true);
    },
  };
}
