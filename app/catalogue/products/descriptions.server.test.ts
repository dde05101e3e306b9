import { expect, it } from 'vitest';
import type { SafeHtml } from '~/base/ui/html';
import { eachOnce } from './descriptions.server';

const once = (short: string, long: string | null) => {
  const { short: kept, description } = eachOnce(short, long as SafeHtml | null);
  return [kept, description];
};

it('CAT-01 PROD-01 eachOnce drops leading paragraphs of the long description that repeat the short one in order', () => {
  expect(once('A. B. C.', '<p>A</p><p>B.</p><p>D</p>')).toEqual(['A. B. C.', '<p>D</p>']);
  expect(once('A. B.', '<p>B.</p><p>A.</p>')).toEqual(['A. B.', '<p>B.</p><p>A.</p>']);
  expect(once('A.', '<p>A. <a href="/x">x</a></p>')).toEqual(['', '<p>A. <a href="/x">x</a></p>']);
  expect(once('', '<p>A.</p>')).toEqual(['', '<p>A.</p>']);
  expect(once('A.', null)).toEqual(['A.', null]);
});

it('CAT-01 PROD-01 eachOnce takes linear time on a long row of dots', () => {
  const dots = '.'.repeat(150_000);
  expect(once(`${dots}a`, `<p>${dots}b</p>`)).toEqual([`${dots}a`, `<p>${dots}b</p>`]);
});
