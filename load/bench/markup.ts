/**
 * Turns a page's HTML into a React component. It parses the HTML once and builds the elements again for each request,
 * so the bare server renders exactly what the shop renders.
 */
import { parse, type HTMLElement, type Node } from 'node-html-parser';
import { createElement, type ReactNode } from 'react';

type Tree = string | { tag: string; props: Record<string, unknown>; children: Tree[] };

/** React uses its own names for some attributes. */
const spelling: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  hreflang: 'hrefLang',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  minlength: 'minLength',
  inputmode: 'inputMode',
  autocomplete: 'autoComplete',
  colspan: 'colSpan',
  srcset: 'srcSet',
  popovertarget: 'popovertarget',
  viewbox: 'viewBox',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
  preserveaspectratio: 'preserveAspectRatio',
  enctype: 'encType',
  novalidate: 'noValidate',
  formaction: 'formAction',
};
const isElement = (node: Node): node is HTMLElement =>
  'rawTagName' in node && node.rawTagName !== '';
const booleans = new Set([
  'checked',
  'selected',
  'disabled',
  'open',
  'hidden',
  'multiple',
  'required',
  'novalidate',
  'autofocus',
  'readonly',
]);

function treeOf(node: Node): Tree | null {
  if (!isElement(node)) return node.rawText === '' ? null : node.text;
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(node.attributes)) {
    const lower = name.toLowerCase();
    if (lower === 'style') continue;
    if (lower === 'checked') props['defaultChecked'] = true;
    else if (lower === 'value' && node.tagName === 'INPUT') props['defaultValue'] = value;
    else if (lower === 'selected') continue;
    else
      props[
        spelling[lower] ?? (lower.startsWith('data-') || lower.startsWith('aria-') ? lower : name)
      ] = booleans.has(lower) ? true : value;
  }
  if (node.tagName === 'SCRIPT')
    return {
      tag: 'script',
      props: { ...props, dangerouslySetInnerHTML: { __html: node.innerHTML } },
      children: [],
    };
  const children = node.childNodes.map(treeOf).filter((child): child is Tree => child !== null);
  if (node.tagName === 'TEXTAREA')
    return { tag: 'textarea', props: { ...props, defaultValue: node.text }, children: [] };
  return { tag: node.rawTagName, props, children };
}

function build(tree: Tree, key: number): ReactNode {
  if (typeof tree === 'string') return tree;
  const { tag, props, children } = tree;
  return children.length === 0
    ? createElement(tag, { ...props, key })
    : createElement(tag, { ...props, key }, children.map(build));
}

/** Returns a component that renders the markup of `html`. */
export function markupOf(html: string): () => ReactNode {
  const root = parse(html, { comment: false }).querySelector('html');
  const tree = root ? treeOf(root) : null;
  if (tree === null) throw new Error('no page');
  return () => build(tree, 0);
}
