import { describe, expect, it } from 'vitest';
import { isPhone } from './phone';

describe('telephone numbers', () => {
  it('REG-01 isPhone accepts the formats in which people write telephone numbers', () => {
    for (const typed of [
      '0470 12 34 56',
      '0470/12.34.56',
      '+32 470 12 34 56',
      '+32 (0)470 12 34 56',
      '0032470123456',
      '04 222 33 44',
      '+32 2 111 11 11',
      '+33 6 12 34 56 78',
      '+352 621 123 456',
      // Some people keep the leading 0 of the national number after the country code.
      '+32 0470 12 34 56',
      '0032 0470 12 34 56',
      '+32 04 222 33 44',
    ])
      expect(isPhone(typed, 'BE'), typed).toBe(true);
  });

  it('REG-01 isPhone rejects numbers that cannot be dialled', () => {
    for (const typed of [
      '',
      '0470 12 34 5',
      '0470 12 34 567',
      '04 222 33 4',
      '470 12 34 56',
      '+32 470 12 34',
      '+32 0470 12 34',
      '+32 00470 12 34 56',
      'gsm 0470 12 34 56',
      '+1',
      '+1234567890123456',
      '00',
    ])
      expect(isPhone(typed, 'BE'), typed).toBe(false);
  });

  it('REG-01 isPhone checks numbers of other countries for length only', () => {
    for (const [typed, country] of [
      ['06 12345678', 'NL'],
      ['06 12 34 56 78', 'FR'],
      ['621 123 456', 'LU'],
      ['06 12 34 56 78', null],
      ['0470 12 34 56', null],
    ] as const)
      expect(isPhone(typed, country), typed).toBe(true);
    expect(isPhone('0470 12 34', 'NL')).toBe(true);
    expect(isPhone('+32 470 12 34', 'NL')).toBe(false);
    expect(isPhone('matin', null)).toBe(false);
    expect(isPhone('12', null)).toBe(false);
  });
});
