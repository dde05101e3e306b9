import { describe, expect, it } from 'vitest';
import { isAcceptable, jsonDepth } from './form-rules';
import { boundaryOf } from './body-kind';

const form = 'application/x-www-form-urlencoded';
const acceptable = (names: readonly string[]) =>
  isAcceptable(Buffer.from(new URLSearchParams(names.map((name) => [name, '1'])).toString()), form);

describe('form rules', () => {
  it.each([
    'tx',
    'firstName',
    'q.1024',
    'b.7|{"engraving":"Dr [x]"}',
    'q.7|{"size":"M"}',
    'f.visit_day',
    'f.topics:élevage [bovin], etc.',
    'find.manufacturer',
  ])('P-88 the field name %s is accepted', async (name) => {
    expect(await acceptable([name])).toBe(true);
  });

  it.each([
    'zzz[1]',
    'a.b.c',
    '__intent__',
    '__proto__',
    '',
    'a b',
    'a[0][0]',
    '[',
    'x'.repeat(65),
  ])('P-88 the field name %j is rejected', async (name) => {
    expect(await acceptable(['tx', name])).toBe(false);
  });

  it('P-88 a malformed multipart body is rejected', async () => {
    const type = 'multipart/form-data; boundary=x';
    expect(await isAcceptable(Buffer.from('--x\r\nnothing'), type)).toBe(false);
    expect(await isAcceptable(Buffer.from('a=1'), 'multipart/form-data')).toBe(false);
  });

  it.each([
    ['eight headers in each of a thousand parts', 1_000, 8, true],
    ['a part more', 1_001, 1, false],
    ['a header more', 2, 9, false],
    ['thousands of headers', 1, 9_000, false],
  ])(
    'P-88 isAcceptable limits the parts and headers of a multipart body: %s',
    async (_, parts, headers, isForm) => {
      const part = `--x\r\nContent-Disposition: form-data; name="a"\r\n${'b: c\r\n'.repeat(headers - 1)}\r\n1\r\n`;
      const body = Buffer.from(`${part.repeat(parts)}--x--\r\n`);
      expect(await isAcceptable(body, 'multipart/form-data; boundary=x')).toBe(isForm);
    },
  );

  it.each([
    ['{"a":[1,{"b":"[[[[{{{\\"[["}]}', 3],
    ['[]', 1],
    ['"[["', 0],
  ])('P-88 jsonDepth of %s is %i', (text, depth) => {
    expect(jsonDepth(text)).toBe(depth);
  });

  it.each([
    ['multipart/form-data; boundary=----WebKitFormBoundary7MA4', '----WebKitFormBoundary7MA4'],
    ['Multipart/Form-Data; charset=utf-8; BOUNDARY="a b"', 'a b'],
    ['multipart/form-data; boundary=x ; charset=utf-8', 'x'],
    ['multipart/form-data', null],
    ['multipart/form-data; boundary=a; boundary=b', null],
    ['multipart/form-data; x="; boundary=a"; boundary=b', null],
    ['multipart/form-data; boundary="a\\"b"', null],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
  ])(
    'P-88 boundaryOf returns the only boundary of %j, or null when it is ambiguous',
    (type, boundary) => {
      expect(boundaryOf(type)).toBe(boundary);
    },
  );
});
