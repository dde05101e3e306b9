/**
 * Sorts the values of a variant: sizes from small to large, amounts by weight or volume, other values alphabetically.
 */
import { folded } from '~/base/kernel/folding';

const sizes: readonly (readonly string[])[] = [
  ['xxxs', '3xs'],
  ['xxs', '2xs'],
  ['xs'],
  ['s', 'small', 'petit', 'klein', 'poulain', 'veulen', 'foal'],
  ['m', 'medium', 'moyen', 'middel', 'middelgroot', 'gemiddeld'],
  ['l', 'large', 'grand', 'groot'],
  ['xl', 'extra large', 'tres grand', 'extra groot'],
  ['xxl', '2xl'],
  ['xxxl', '3xl'],
];

const units: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
  mg: ['g', 0.001],
  g: ['g', 1],
  kg: ['g', 1000],
  ml: ['l', 0.001],
  cl: ['l', 0.01],
  dl: ['l', 0.1],
  l: ['l', 1],
  mm: ['m', 0.001],
  cm: ['m', 0.01],
  m: ['m', 1],
};

const plain = (value: string): string => folded(value).trim();

const sizeOf = (value: string): number => sizes.findIndex((names) => names.includes(plain(value)));

function amountOf(value: string) {
  const found = /^(\d+(?:[.,]\d+)?)\s*([a-z]+)\b/.exec(plain(value));
  const unit = units[found?.[2] ?? ''];
  if (!found?.[1] || !unit) return null;
  return { kind: unit[0], amount: Number(found[1].replace(',', '.')) * unit[1] };
}

export function compareValues(
  a: string,
  b: string,
  collate: (a: string, b: string) => number,
): number {
  const [sizeA, sizeB] = [sizeOf(a), sizeOf(b)];
  if (sizeA >= 0 && sizeB >= 0) return sizeA - sizeB;
  const [amountA, amountB] = [amountOf(a), amountOf(b)];
  const byAmount =
    amountA && amountB && amountA.kind === amountB.kind ? amountA.amount - amountB.amount : 0;
  return byAmount || collate(a, b);
}
