import { describe, expect, it } from 'vitest';
import { isAcceptable, jsonDepth } from './form-rules';

const form = 'application/x-www-form-urlencoded';
const acceptable = (names: readonly string[]) =>
  isAcceptable(Buffer.from(new URLSearchParams(names.map((name) => [name, '1'])).toString()), form);

describe('names of posted fields', () => {
  it.each([
    'tx',
    'firstName',
    'q.1024',
    'b.7|{"engraving":"Dr [x]"}',
    'q.7|{"size":"M"}',
    'f.visit_day',
    'f.topics:élevage [bovin], etc.',
    'find.manufacturer',
  ])('P-88 %s is one', async (name) => {
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
  ])('P-88 %j is none', async (name) => {
    expect(await acceptable(['tx', name])).toBe(false);
  });

  it('P-88 a broken multipart body is no form', async () => {
    const type = 'multipart/form-data; boundary=x';
    expect(await isAcceptable(Buffer.from('--x\r\nnothing'), type)).toBe(false);
    expect(await isAcceptable(Buffer.from('a=1'), 'multipart/form-data')).toBe(false);
  });

  it.each([
    ['{"a":[1,{"b":"[[[[{{{\\"[["}]}', 3],
    ['[]', 1],
    ['"[["', 0],
  ])('P-88 brackets of %s are %i deep', (text, depth) => {
    expect(jsonDepth(text)).toBe(depth);
  });
});
