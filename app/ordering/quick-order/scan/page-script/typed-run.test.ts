import { describe, expect, it } from 'vitest';
import { isScan, quantityDigits, scannerGapMs, type Run } from './typed-run';

/** Keys this much apart. */
const typed = (text: string, gap: number): Run => ({
  text,
  gaps: Array.from({ length: text.length - 1 }, () => gap),
});
/** The second behind the first, after a pause. */
const behind = (first: Run, pause: number, second: Run): Run => ({
  text: first.text + second.text,
  gaps: [...first.gaps, pause, ...second.gaps],
});
const isScanned = (run: Run): boolean => isScan(run, scannerGapMs);

describe('keys of a scanner', () => {
  it('CART-11 are told from a hand’s by the pace of most of them, whatever stands still for one', () => {
    expect(isScanned(typed('MA230741', 4))).toBe(true);
    expect(isScanned(behind(typed('247', 4), 900, typed('0896', 4)))).toBe(true);
    expect(isScanned(typed('MA230741', 120))).toBe(false);
    expect(isScanned(typed('12', 4))).toBe(false);
  });

  it('CART-11 may be slow where a check digit fits, and a hand’s are slower', () => {
    for (const pace of [55, 70, 90]) {
      expect(isScanned(typed('5485883980420', pace))).toBe(true);
      expect(isScanned(typed('2510535', pace))).toBe(true);
    }
    expect(isScanned(typed('5485883980421', 70))).toBe(false);
    expect(isScanned(typed('5485883980420', 130))).toBe(false);
    expect(isScan(typed('MA230741', 120), 180)).toBe(true);
  });
});

describe('a quantity that a hand has typed before a scan', () => {
  const twelve = typed('12', 160);

  it('CART-11 CART-12 is the digits before a code whose check digit fits', () => {
    for (const pace of [4, 70, 120]) {
      expect(quantityDigits(behind(twelve, 900, typed('5485883980420', pace)))).toBe(2);
      expect(quantityDigits(behind(typed('3', 0), 900, typed('2510535', pace)))).toBe(1);
    }
    const stalled = behind(typed('548588', 4), 700, typed('3980420', 4));
    expect(quantityDigits(behind(twelve, 500, stalled))).toBe(2);
  });

  it('CART-11 CART-12 of another code, what a pause parts from it', () => {
    expect(quantityDigits(behind(twelve, 900, typed('MA230741', 70)))).toBe(2);
    expect(quantityDigits(behind(twelve, 900, typed('10438277', 4)))).toBe(2);
  });

  it('CART-12 is no part of a scan that stood still for a key', () => {
    expect(quantityDigits(behind(typed('54', 4), 900, typed('85883980420', 4)))).toBe(0);
    expect(quantityDigits(behind(typed('104', 4), 900, typed('38277', 4)))).toBe(0);
    expect(quantityDigits(typed('10438277', 70))).toBe(0);
    expect(quantityDigits(typed('MA230741', 70))).toBe(0);
  });
});
