import { Fragment as ReactFragment, jsx as reactJsx } from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ElementType, Key, ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { Fragment, jsx } from './jsx-runtime';

type Call = [type: ElementType, props: Record<string, unknown>, key?: Key];

const calls: Call[] = [
  ['p', { className: 'note', children: 'Reliquat : 2' }],
  ['p', { children: ['a', 'b'] }, 7],
  ['input', { key: 'spread', name: 'quantity', defaultValue: 3, required: true }],
  ['input', { key: 'spread', name: 'quantity' }, 'written'],
  ['li', { key: undefined, children: null }, ''],
  [ReactFragment, { children: 'text' }, 'k'],
  [({ name }: { name: string }) => name, { name: 'Amox & Co' }],
];

describe('an element of a view', () => {
  it('SHELL-01 is what React makes of it', () => {
    expect(Fragment).toBe(ReactFragment);
    const shape = ({ type, key, props }: ReactElement<unknown>) => ({ type, key, props });
    for (const call of calls) {
      const [own, react] = [jsx(...call), reactJsx(...call)];
      expect(shape(own)).toEqual(shape(react));
      expect('key' in own.props && own.props.key).toBeFalsy();
      expect(renderToStaticMarkup(own)).toBe(renderToStaticMarkup(react));
    }
  });
});
