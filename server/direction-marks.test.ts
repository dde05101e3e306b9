import { expect, it } from 'vitest';
import { parseJson } from './direction-marks';

it('P-24 P-36 parseJson removes direction characters from texts, whether literal or escaped', () => {
  const marks = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
  const answer = { name: `Gants${marks} L`, lines: [{ note: `${marks}été`, qty: 2 }] };
  const plain = { name: 'Gants L', lines: [{ note: 'été', qty: 2 }] };
  const written = JSON.stringify(answer);
  expect(parseJson(written)).toEqual(plain);
  const escaped = written.replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  expect(parseJson(escaped)).toEqual(plain);
  // An escaped backslash before `u202e` is no escape sequence, and U+200F is allowed.
  expect(parseJson(String.raw`"\\u202e \u200f"`)).toBe('\\u202e \u200f');
});
