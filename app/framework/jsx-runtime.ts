/**
 * What JSX becomes in a build (vite.config.ts): an element of React 18, whose properties are the very object that was
 * written. React's own function copies each of them, a thousand times a page; React 19 no longer does.
 *
 * For views that are drawn on the server only: a `ref` would need more, and no component has `defaultProps`. The
 * tests of views run with React's own function, those over HTTP with this one.
 */
import { Fragment, type ElementType, type Key } from 'react';

const kind = Symbol.for('react.element');

const element = (type: ElementType, props: object, key: Key | undefined) => ({
  $$typeof: kind,
  type,
  key: key === undefined ? null : String(key),
  ref: null,
  props,
  _owner: null,
});

export function jsx(type: ElementType, given: { readonly key?: Key }, key?: Key) {
  // Among properties that are spread, of a form's field for instance.
  if (given.key !== undefined) {
    const { key: spread, ...props } = given;
    return element(type, props, spread);
  }
  return element(type, given, key);
}

export { jsx as jsxs, Fragment };
