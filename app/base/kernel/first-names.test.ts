import { describe, expect, it } from 'vitest';
import { firstNames } from './first-names';

describe('the first of many names', () => {
  it('CHK-01 end a sentence with one sign, whether all of them are named or not', () => {
    expect(firstNames(['A', 'B'])).toBe('A · B');
    expect(firstNames(['A', 'B', 'C'], '.')).toBe('A · B · C.');
    expect(firstNames(['A', 'B', 'C', 'D'], '.')).toBe('A · B · C…');
  });
});
