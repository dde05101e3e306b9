import type { HTMLElement } from 'node-html-parser';

/** How many products a filter's value promises, as its label shows it: `Chien (1 009)`. */
export const countAt = (box: HTMLElement | null | undefined): number =>
  Number(/\(([\d\s.,]+)\)\s*$/.exec(box?.parentNode?.text ?? '')?.[1]?.replace(/\D/g, ''));
