import { describe, expect, it } from 'vitest';
import { codesIn, type Burst, type HalfTyped } from './cut-scan';

const pageBegan = 1_000_000;
const pace = 5;
const nothing: HalfTyped = { text: '', lastKeyAt: 0, pace: 0 };

/**
 * Half a code that a scanner typed on the previous page, with its last key `ago` milliseconds before this page began.
 */
const scanned = (text: string, ago: number): HalfTyped => ({
  text,
  lastKeyAt: pageBegan - ago,
  pace,
});

/** A run of keys at the scanner's pace, with the first key `after` milliseconds after this page began. */
const heard = (text: string, after: number): Burst => {
  const firstKeyAt = pageBegan + after;
  return { text, firstKeyAt, lastKeyAt: firstKeyAt + (text.length - 1) * pace };
};
const silence: Burst = { text: '', firstKeyAt: 0, lastKeyAt: 0 };

const read = (left: HalfTyped, burst: Burst): string[] =>
  codesIn(left.text + burst.text, left, { burst, lastKeyAt: burst.text ? burst.lastKeyAt : 0 }, [
    pageBegan,
  ]);

describe('scans across a page change', () => {
  it('CART-11 codesIn returns one code on a page that was loaded some time ago', () => {
    expect(read(nothing, heard('MA659359', 400))).toEqual(['MA659359']);
  });

  it('CART-11 codesIn marks a code as incomplete if it begins with the page, unless its check digit is right', () => {
    expect(read(nothing, heard('659359', 3))).toEqual(['…659359']);
    expect(read(nothing, heard('5414736031507', 3))).toEqual(['5414736031507']);
  });

  it('CART-11 codesIn joins the parts from both pages when the scanner’s pace leaves no room for a key between them', () => {
    expect(read(scanned('MA6', 3), heard('59359', 3))).toEqual(['MA659359']);
    expect(read(scanned('MA6', 3), heard('59359', 5))).toEqual(['MA6…59359']);
  });

  it('CART-11 codesIn joins the parts from both pages when the check digit is right', () => {
    expect(read(scanned('541473', 800), heard('6031507', 9))).toEqual(['5414736031507']);
  });

  it('CART-11 codesIn returns the part from the previous page as a line of its own before a complete code', () => {
    expect(read(scanned('MA6', 900), heard('MA979005', 700))).toEqual(['MA6…', 'MA979005']);
    expect(read(scanned('MA6', 900), silence)).toEqual(['MA6…']);
  });

  it('CART-11 codesIn returns manually typed or changed text as it is', () => {
    expect(
      codesIn('MA65', { ...nothing, text: 'MA65' }, { burst: silence, lastKeyAt: 0 }, [pageBegan]),
    ).toEqual(['MA65']);
    const left = scanned('MA6', 900);
    expect(
      codesIn('MA659359', left, { burst: heard('MA979005', 700), lastKeyAt: 0 }, [pageBegan]),
    ).toEqual(['MA659359']);
  });
});
