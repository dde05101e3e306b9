import { describe, expect, it } from 'vitest';
import { isEmail, readEmail } from './email';

describe('a pasted e-mail address', () => {
  it.each([
    '<jan@cabinet.be>',
    'Jan Peeters <jan@cabinet.be>',
    '"Peeters, Jan" <jan@cabinet.be>;',
    'mailto:jan@cabinet.be',
    'MAILTO:jan@cabinet.be?subject=Stock',
    '<mailto:jan@cabinet.be>',
    'jan@cabinet.be.',
    'jan@cabinet.be;',
    '(jan@cabinet.be)',
    '« jan@cabinet.be ».',
    'jan＠cabinet.be',
    ' jan@cabinet.be\u200b ',
  ])('CMS-05 REG-01 readEmail extracts the address from %s', (typed) => {
    expect(readEmail(typed)).toBe('jan@cabinet.be');
  });

  it.each([
    ['jan@vétérinaire-liège.be', 'jan@xn--vtrinaire-lige-6jbeb.be'],
    ['Jan <jan@Clinique-Vétérinaire.BE>', 'jan@xn--clinique-vtrinaire-kwbb.be'],
  ])('CMS-05 REG-01 readEmail accepts an address with an accented domain: %s', (typed, address) => {
    expect([readEmail(typed), isEmail(typed)]).toEqual([address, typed.startsWith('jan')]);
  });

  it.each([
    'jan@cabinet',
    'jan',
    '',
    'jan@cabinet.be an@cabinet.be',
    'jan@cabinet.be, an@cabinet.be',
    'jan@cabinet.be <an@cabinet.be>',
    '<jan@cabinet.be> <an@cabinet.be>',
    'jan @cabinet.be',
  ])('CMS-05 REG-01 isEmail rejects %j, and readEmail returns it unchanged', (typed) => {
    expect([readEmail(typed), isEmail(typed)]).toEqual([typed, false]);
  });
});
