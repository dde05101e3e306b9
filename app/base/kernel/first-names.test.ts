import { describe, expect, it } from 'vitest';
import { firstNames } from './first-names';

describe('firstNames', () => {
  it('CHK-01 ends with a full stop when all names are listed and with an ellipsis when some are omitted', () => {
    expect(firstNames(['A', 'B'])).toBe('A · B');
    expect(firstNames(['A', 'B', 'C'], '.')).toBe('A · B · C.');
    expect(firstNames(['A', 'B', 'C', 'D'], '.')).toBe('A · B · C…');
  });
});
