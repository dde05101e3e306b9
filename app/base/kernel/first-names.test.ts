import { describe, expect, it } from 'vitest';
import { firstNames } from './first-names';

describe('firstNames', () => {
  it('CHK-01 firstNames ends with a full stop when it lists all names, and with an ellipsis when it omits some', () => {
    expect(firstNames(['A', 'B'])).toBe('A · B');
    expect(firstNames(['A', 'B', 'C'], '.')).toBe('A · B · C.');
    expect(firstNames(['A', 'B', 'C', 'D'], '.')).toBe('A · B · C…');
  });
});
