import { expect, it } from 'vitest';
import { codesIn } from './exact-code.server';

it.each([
  ['ME 541214', 'me541214'],
  ['"ME541214"', 'me541214'],
  ['« ME541214 »', 'me541214'],
  ['ＭＥ５４１２１４', 'me541214'],
  ['SKU ME541214', 'me541214'],
  ['CNK 1470-350', '1470350'],
  ['CNK n° 1470-350', '1470350'],
  ['cnk: 1470 - 350', '1470350'],
  ['Code CNK : 1470-350', '1470350'],
  ['CNK-code 1470 350', '1470350'],
  ['EAN: 5460983183728', '5460983183728'],
  ['05460983183728', '5460983183728'],
  ['(01)05460983183728(17)280810', '5460983183728'],
  ['0105460983183728172808101012AB', '5460983183728'],
  ['https://id.gs1.org/01/05460983183728', '5460983183728'],
])('SRCH-03 codesIn finds the code in %s', (typed, code) => {
  expect(codesIn(typed)).toContain(code);
});

it.each(['croquettes chien 12 kg', 'amoxicilline 250', 'https://example.org/x', '???', ''])(
  'SRCH-03 codesIn does not read %j as a code',
  (typed) => {
    expect(codesIn(typed)).toEqual([]);
  },
);
