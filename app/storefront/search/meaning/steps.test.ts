import { expect, it } from 'vitest';
import { runStep, tryWithout } from './steps';

const step = 'negation';
const addLetter = (): string => runStep(step, 'a', () => 'ab');

it('SRCH-07 a step that a trial switches off returns its input', () => {
  expect(tryWithout(null, addLetter).value).toBe('ab');
  expect(tryWithout(step, addLetter)).toEqual({ value: 'a', acted: new Set() });
});

it('SRCH-07 a trial reports only the steps that changed their input', () => {
  expect(tryWithout(null, addLetter).acted).toEqual(new Set([step]));
  expect(tryWithout(null, () => runStep(step, ['a'], () => ['a'])).acted).toEqual(new Set());
});

it('SRCH-07 a trial that throws switches no step off for the next search', () => {
  expect(() =>
    tryWithout(step, () => {
      throw new Error('unreadable');
    }),
  ).toThrow('unreadable');
  expect(addLetter()).toBe('ab');
});
