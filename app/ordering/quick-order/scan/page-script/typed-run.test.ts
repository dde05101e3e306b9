import { describe, expect, it } from 'vitest';
import { isScan, quantityDigits, scannerGapMs, type Run } from './typed-run';

/** A run of keys, `gap` milliseconds apart. */
const typed = (text: string, gap: number): Run => ({
  text,
  gaps: Array.from({ length: text.length - 1 }, () => gap),
});
/** Joins two runs with a pause between them. */
const behind = (first: Run, pause: number, second: Run): Run => ({
  text: first.text + second.text,
  gaps: [...first.gaps, pause, ...second.gaps],
});
const isScanned = (run: Run): boolean => isScan(run, scannerGapMs);

describe('isScan', () => {
  it('CART-11 isScan recognises a scanner by the pace of most keys, even when single keys stall', () => {
    expect(isScanned(typed('MA230741', 4))).toBe(true);
    expect(isScanned(behind(typed('247', 4), 900, typed('0896', 4)))).toBe(true);
    expect(isScanned(typed('MA230741', 120))).toBe(false);
    expect(isScanned(typed('12', 4))).toBe(false);
  });

  it('CART-11 isScan accepts a slow scanner when the check digit is right, and rejects the pace of a typist', () => {
    for (const pace of [55, 70, 90]) {
      expect(isScanned(typed('5485883980420', pace))).toBe(true);
      expect(isScanned(typed('2510535', pace))).toBe(true);
    }
    expect(isScanned(typed('5485883980421', 70))).toBe(false);
    expect(isScanned(typed('5485883980420', 130))).toBe(false);
    expect(isScan(typed('MA230741', 120), 180)).toBe(true);
  });
});

describe('quantityDigits: quantity typed before a scan', () => {
  const twelve = typed('12', 160);

  it('CART-11 CART-12 quantityDigits returns the digits before a code with a right check digit', () => {
    for (const pace of [4, 70, 120]) {
      expect(quantityDigits(behind(twelve, 900, typed('5485883980420', pace)))).toBe(2);
      expect(quantityDigits(behind(typed('3', 0), 900, typed('2510535', pace)))).toBe(1);
    }
    const stalled = behind(typed('548588', 4), 700, typed('3980420', 4));
    expect(quantityDigits(behind(twelve, 500, stalled))).toBe(2);
  });

  it('CART-11 CART-12 quantityDigits splits at a pause when the code has no check digit', () => {
    expect(quantityDigits(behind(twelve, 900, typed('MA230741', 70)))).toBe(2);
    expect(quantityDigits(behind(twelve, 900, typed('10438277', 4)))).toBe(2);
  });

  it('CART-12 quantityDigits returns 0 for a scan that only paused because the computer stalled', () => {
    expect(quantityDigits(behind(typed('54', 4), 900, typed('85883980420', 4)))).toBe(0);
    expect(quantityDigits(behind(typed('104', 4), 900, typed('38277', 4)))).toBe(0);
    expect(quantityDigits(typed('10438277', 70))).toBe(0);
    expect(quantityDigits(typed('MA230741', 70))).toBe(0);
  });
});
