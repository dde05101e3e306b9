/**
 * Routes scanner input to the code field, because a scanner types into whatever has the focus.
 * Keys on a button, on a checkbox or without focus go to the code field, so that the scanner's Enter presses no other
 * button. Seven keys into a quantity without another key between them are a code and move there too. A code that is
 * still in the field is then stored before the new one, with its quantity. After input at a scanner's pace in the code
 * field (`isScan`), Tab or a pause ends the code.
 */
import type { Burst, HalfTyped, HeardKeys } from './cut-scan';
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

export class ScannerKeys {
  readonly #field: HTMLInputElement;
  readonly #take: () => void;
  #lastKeyAt = 0;
  #lastKey = '';
  #burst: Burst = { text: '', firstKeyAt: 0, lastKeyAt: 0 };
  /** All text typed into `target` at any pace, without a key that types no text in between. */
  #run = noKeys;
  #target: EventTarget | null = null;
  /** Undoes the run: restores the text that the target had before it, and inserts the given first digits of the run. */
  #putBack = (_digits: string): void => {};
  /** The run started in a quantity field and was moved to the code field. */
  #isMoved = false;
  /** The run started on a button or without focus, and was moved to the code field. */
  #isFromElsewhere = false;
  /** Text of the code field when it received the focus. */
  #stood: string;
  /** Code that a scan has replaced in the field and that is not stored yet. */
  #waiting = '';
  #slowestMs = scannerGapMs;
  #hasSuffix = false;
  /** The next `beforeinput` event comes from a key that was already processed. */
  #isKeyHeard = false;
  #timer: number | undefined;
  #leftTimer: number | undefined;
  #isCodeLeft = (): boolean => false;

  /** @param take presses the button of the code field */
  constructor(field: HTMLInputElement, take: () => void) {
    this.#field = field;
    this.#take = take;
    this.#stood = field.value;
    field.addEventListener('focus', () => {
      this.#stood = field.value;
    });
  }

  /** Times are by the page's own clock. */
  heard(): HeardKeys {
    return { burst: this.#burst, lastKeyAt: this.#lastKeyAt };
  }

  /** Makes the next key start a new run. */
  interrupt(): void {
    this.#target = null;
  }

  /**
   * `early`: keys received before the field existed. `left`: text that the previous page left in the field and that was
   * not stored as a line yet.
   */
  start(early: readonly KeyboardEvent[], left: () => HalfTyped): void {
    this.#isCodeLeft = () => left().text !== '';
    // A code that a scanner left half-typed on the previous page is complete if no keys follow.
    if (left().pace) this.#leftTimer = window.setTimeout(() => this.#end(), 2_000);
    const onKey = (event: KeyboardEvent): void => {
      this.#hear(event);
      this.#isKeyHeard = event.key.length === 1 && !event.defaultPrevented && !event.altKey;
    };
    addEventListener('keydown', onKey, true);
    addEventListener('beforeinput', (event) => this.#onText(event), true);
    for (const event of early) this.#hear(event, true);
  }

  #forgetRun(): void {
    this.#burst = { ...this.#burst, text: '' };
    this.#run = noKeys;
  }

  #end(): void {
    this.#timer = undefined;
    this.#target = null;
    if (this.#field.value) this.#take();
  }

  #pauseMs(): number {
    return this.#hasSuffix ||
      paceOf(this.#run) >= scannerGapMs ||
      (/^\d{7,12}$/.test(this.#run.text) && !isWhole(this.#run.text))
      ? longPauseMs
      : endOfCodeMs;
  }

  /** A stalled page runs its timer late: first process the keys that arrived in the meantime. */
  #endAfterPause(): void {
    this.#timer = window.setTimeout(() => {
      this.#timer = window.setTimeout(() => this.#end(), latePauseMs);
    }, this.#pauseMs() - latePauseMs);
  }

  #isScanned(): boolean {
    return this.#target === this.#field && (this.#isMoved || isScan(this.#run, this.#slowestMs));
  }

  #begin(at: Typed): void {
    this.#forgetRun();
    this.#isMoved = false;
    this.#isFromElsewhere = false;
    const { value, selectionStart, selectionEnd } = at;
    this.#putBack = (digits) => {
      const isTyped = digits && selectionEnd !== undefined;
      at.value = isTyped
        ? value.slice(0, selectionStart ?? 0) + digits + value.slice(selectionEnd ?? 0)
        : value;
      at.dispatchEvent(new Event('input', { bubbles: true }));
      if (digits) at.dispatchEvent(new Event('change', { bubbles: true }));
    };
  }

  #toField(): void {
    // The session warning would cover the code field. The user is clearly active, so close it as its button does.
    document.querySelector<HTMLDialogElement>('shop-session dialog[open]')?.close();
    this.#field.focus();
    if (this.#isCodeLeft())
      this.#field.setSelectionRange(this.#field.value.length, this.#field.value.length);
    else this.#field.select();
    this.#isFromElsewhere = true;
    this.#target = this.#field;
  }

  #insert(text: string): void {
    const { selectionStart, selectionEnd, value } = this.#field;
    this.#field.setRangeText(
      text,
      selectionStart ?? value.length,
      selectionEnd ?? value.length,
      'end',
    );
  }

  /** Moves the text typed into a quantity field so far to the code field, which also receives the following keys. */
  #move(): void {
    this.#putBack('');
    if (this.#waiting || this.#isCodeLeft()) this.#take();
    this.#waiting = this.#field.value;
    this.#field.focus();
    this.#field.value = this.#run.text;
    this.#stood = '';
    this.#isMoved = true;
    this.#target = this.#field;
  }

  /** Returns the code that was in the field before the current one, once; empty if there was none. */
  codeBefore(): string {
    const { text } = this.#run;
    if (this.#isMoved && this.#field.value === text) {
      const digits = quantityDigits(this.#run);
      if (digits) this.#putBack(text.slice(0, digits));
      this.#field.value = text.slice(digits);
    }
    const isBehind = this.#field.value === this.#stood + text;
    const isApart =
      (this.#isFromElsewhere && text.length >= fewestOfCode) ||
      isScan(this.#run, this.#slowestMs) ||
      (isBehind && isWhole(this.#stood) && isWhole(text));
    if (this.#stood && isApart && !this.#isCodeLeft() && (isBehind || this.#field.value === text)) {
      this.#waiting = this.#stood;
      this.#field.value = text;
    }
    const before = this.#waiting;
    this.#waiting = this.#stood = '';
    this.#isMoved = false;
    return before;
  }

  /** `isEarly`: the key was pressed before this script ran, when the page had no field. */
  #hear(event: Stroke, isEarly = false): void {
    // Ctrl+J and Ctrl+M are line feed and carriage return of some scanners; the browser handles other keys with Ctrl.
    const isLineEnd = event.ctrlKey && (/^[jm]$/i.test(event.key) || event.code === 'KeyM');
    const gap = event.timeStamp - this.#lastKeyAt;
    const isQuick = !event.repeat && gap < scannerGapMs;
    // Within a code, F8 and Ctrl+] mean the GS1 separator.
    const isSeparator =
      isQuick &&
      this.#run.text !== '' &&
      this.#target === this.#field &&
      (event.key === 'F8' || (event.ctrlKey && event.code === 'BracketRight'));
    if (!isLineEnd && !isSeparator && (event.ctrlKey || event.metaKey || event.altKey)) return;
    const key = isLineEnd ? 'Enter' : isSeparator ? separator : event.key;
    const at = (isEarly && this.#target === this.#field ? this.#field : event.target) as Typed;
    if (isSeparator && !isEarly) {
      event.preventDefault();
      this.#insert(separator);
    }
    const isText = key.length === 1;
    if (this.#timer !== undefined && gap >= this.#pauseMs() && (isText || isBeside.test(key))) {
      this.#end();
      this.#forgetRun();
    }
    this.#lastKeyAt = event.timeStamp;
    clearTimeout(this.#timer);
    clearTimeout(this.#leftTimer);
    this.#timer = undefined;
    if (isBeside.test(key)) {
      if (this.#run.text && this.#isScanned()) this.#endAfterPause();
      return;
    }
    const isSecond = this.#lastKey === 'Enter' && gap < suffixMs;
    this.#lastKey = key;
    if (!isText) {
      const isEnd = this.#isScanned();
      if (isEnd && ['Tab', 'Enter'].includes(key)) this.#hasSuffix = true;
      if (at === this.#field && key === 'Tab' && !event.shiftKey && (isEnd || isSecond)) {
        // A slow scanner that ends its codes with Tab: recognise its next code by this pace.
        if (this.#isMoved && paceOf(this.#run) < 3 * scannerGapMs)
          this.#slowestMs = Math.max(this.#slowestMs, 1.5 * paceOf(this.#run));
        event.preventDefault();
        this.#end();
      }
      if (at === this.#field && key === 'Enter' && (isEarly || isLineEnd)) {
        event.preventDefault();
        this.#end();
      }
      this.#target = null;
      return;
    }
    if (at !== this.#target) this.#begin(at);
    this.#target = at;
    if (!isQuick || !this.#burst.text)
      this.#burst = { text: '', firstKeyAt: this.#lastKeyAt, lastKeyAt: this.#lastKeyAt };
    this.#burst = { ...this.#burst, text: this.#burst.text + key, lastKeyAt: this.#lastKeyAt };
    const gaps = this.#run.text ? [...this.#run.gaps, event.repeat ? Infinity : gap] : [];
    this.#run = { text: this.#run.text + key, gaps };
    if (at === this.#field) {
      if (this.#isMoved || isScan(this.#run, scannerGapMs)) this.#endAfterPause();
    } else if (isQuantity(at)) {
      if (this.#run.text.length >= leastOfCode) {
        event.preventDefault();
        this.#move();
        this.#endAfterPause();
      }
    } else if (key !== ' ' && !at.matches(textFields)) this.#toField();
    if (isEarly && this.#target === this.#field) this.#field.value += key;
  }

  /**
   * Handles text input without a key event: from an on-screen keyboard, possibly as one piece, or from a scanner that
   * types characters with Alt codes.
   */
  #onText(event: InputEvent): void {
    const { data, inputType, timeStamp } = event;
    const at = event.target as Typed;
    const isOfKey = this.#isKeyHeard;
    this.#isKeyHeard = false;
    if (isOfKey) return;
    if (inputType !== 'insertText' || !data) this.#target = null;
    else if (data.length === 1)
      this.#hear({
        key: data,
        timeStamp,
        target: at,
        preventDefault: () => event.preventDefault(),
      });
    else if (
      data.length >= leastOfCode &&
      /\d{4}/.test(data) &&
      (at === this.#field || isQuantity(at))
    ) {
      event.preventDefault();
      this.#begin(at);
      this.#run = { text: data, gaps: [] };
      this.#move();
      this.#endAfterPause();
    }
  }
}
