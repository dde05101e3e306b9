import { expect, it } from 'vitest';
import { pageWindow } from '~/base/ui/page/pager';

it('SHELL-05 pageWindow returns the first page, the last, and those next to the current page', () => {
  expect(pageWindow(2, 16)).toEqual([1, 2, 3, null, 16]);
  expect(pageWindow(8, 16)).toEqual([1, null, 7, 8, 9, null, 16]);
  expect(pageWindow(16, 16)).toEqual([1, null, 15, 16]);
});

it('SHELL-05 pageWindow never replaces a single page with an ellipsis', () => {
  expect(pageWindow(4, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(pageWindow(1, 1)).toEqual([1]);
});
