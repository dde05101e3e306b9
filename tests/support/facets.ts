import type { HTMLElement } from 'node-html-parser';

/** The count of a filter value in its label: `Chien (1 009)`. */
export const countAt = (box: HTMLElement | null | undefined): number =>
  Number(/\(([\d\s.,]+)\)\s*$/.exec(box?.parentNode?.text ?? '')?.[1]?.replace(/\D/g, ''));
