import { expect, it } from 'vitest';
import { copiedToken, withoutCopiedEnd } from './copied-link';

it.each([
  ['aB3-_=', 'aB3-_='],
  ['aB3.', 'aB3'],
  ['aB3).', 'aB3'],
  ['aB3>', 'aB3'],
  ['aB3 »', 'aB3'],
  ['aB3**', 'aB3'],
  ['aB\r\n3', 'aB3'],
  ['a\u00adB3\u200b', 'aB3'],
  ['eyJ.eyJ.sig', 'eyJ.eyJ.sig'],
  ['...', ''],
])('P-89 copiedToken returns the token of a copied link: %j', (given, token) => {
  expect(copiedToken(given)).toBe(token);
});

it('P-89 withoutCopiedEnd keeps spaces and punctuation inside a value', () => {
  expect(withoutCopiedEnd('GANT 12.5 (M) x],')).toBe('GANT 12.5 (M) x');
});
