/**
 * Routes scanner input to the code field, because a scanner types into whatever has the focus.
 * Keys on a button, on a checkbox or without focus go to the code field, so that the scanner's Enter presses no other
 * button. Seven keys into a quantity without another key between them are a code and move there too. A code that is
 * still in the field is then stored before the new one, with its quantity. After input at a scanner's pace in the code
 * field (`isScan`), Tab or a pause ends the code.
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
/** Longer pause for codes with missing digits, slow scanners and scanners with a suffix: the computer may stall. */
const longPauseMs = 2_000;
/** Part of the pause reserved for keys that arrived while the page was stalled and were not yet delivered. */
const latePauseMs = 50;
/** Maximum delay of a second suffix key after the code, as when a scanner sends Enter and Tab. */
const suffixMs = 150;
/** Minimum number of characters in a code. */
const fewestOfCode = 5;

export interface Scanner {
  /** Times are by the page's own clock. `lastKeyAt`: time of the last key of any kind; 0 before the first. */
  heard: () => { burst: Burst; lastKeyAt: number };
  /** Makes the next key start a new run. */
  interrupt: () => void;
  /** Returns the code that was in the field before the current one, once; empty if there was none. */
  codeBefore: () => string;
  /**
   * `early`: keys received before the field existed. `left`: text that the previous page left in the field and that was
   * not stored as a line yet.
   */
  start: (early: readonly KeyboardEvent[], left: () => HalfTyped) => void;
}

/** Properties of a key event that the listener needs. */
type Stroke = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'target' | 'preventDefault'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'code'>>;

/** Keys that type no text: scanners press them around their keys, and on-screen keyboards send them. */
const isBeside = /^(Shift|AltGraph|(Caps|Num)Lock|Escape|F\d+|Unidentified|Process)$/;

/** FNC1, for which keyboards have no key. */
const separator = '\x1d';

/** The focused element; elements other than fields have no value or selection. */
type Typed = HTMLElement & Pick<HTMLInputElement, 'value'> & Partial<HTMLInputElement>;
const textFields = 'textarea,input:not([type=checkbox],[type=radio],[type=file])';
const isQuantity = (at: Typed): boolean => at.inputMode === 'numeric' || at.matches('select');
const noKeys: Run = { text: '', gaps: [] };

/** @param take presses the button of the code field */
export function hearKeys(field: HTMLInputElement, take: () => void): Scanner {
  let lastKeyAt = 0;
  let lastKey = '';
  let burst: Burst = { text: '', firstKeyAt: 0, lastKeyAt: 0 };
  /** All text typed into `target` at any pace, without a key that types no text in between. */
  let run = noKeys;
  let target: EventTarget | null = null;
  /** Undoes the run: restores the text that the target had before it, and inserts the given first digits of the run. */
  let putBack = (_digits: string): void => {};
  /** The run started in a quantity field and was moved to the code field. */
  let isMoved = false;
  /** The run started on a button or without focus, and was moved to the code field. */
  let isFromElsewhere = false;
  /** Text of the code field when it received the focus. */
  let stood = field.value;
  /** Code that a scan has replaced in the field and that is not stored yet. */
  let waiting = '';
  let slowestMs = scannerGapMs;
  let hasSuffix = false;
  /** The next `beforeinput` event comes from a key that was already processed. */
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
  /** A stalled page runs its timer late: first process the keys that arrived in the meantime. */
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
    // The session warning would cover the code field. The user is clearly active, so close it as its button does.
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
  /** Moves the text typed into a quantity field so far to the code field, which also receives the following keys. */
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

  /** `isEarly`: the key was pressed before this script ran, when the page had no field. */
  const hear = (event: Stroke, isEarly = false): void => {
    // Ctrl+J and Ctrl+M are line feed and carriage return of some scanners; the browser handles other keys with Ctrl.
    const isLineEnd = event.ctrlKey && (/^[jm]$/i.test(event.key) || event.code === 'KeyM');
    const gap = event.timeStamp - lastKeyAt;
    const isQuick = !event.repeat && gap < scannerGapMs;
    // Within a code, F8 and Ctrl+] mean the GS1 separator.
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
        // A slow scanner that ends its codes with Tab: recognise its next code by this pace.
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

  /**
   * Handles text input without a key event: from an on-screen keyboard, possibly as one piece, or from a scanner that
   * types characters with Alt codes.
   */
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
      // A code that a scanner left half-typed on the previous page is complete if no keys follow.
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
