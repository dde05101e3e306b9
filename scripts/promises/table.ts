/**
 * The table of what the shop must withstand (docs/promises.json) held against the titles of its tests. A row
 * stands when a test's title carries its number, or when the reason why it is open is written beside it.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { TestTitle } from './titles';

export const PromiseTable = z.array(
  z.strictObject({
    section: z.string().regex(/^[A-Z]$/),
    title: z.string().min(1),
    promises: z.array(
      z.strictObject({
        number: z.int().positive(),
        promise: z.string().min(1),
        /** What no test shows yet, and why; may stand beside tests that show the rest. */
        open: z.string().min(1).optional(),
      }),
    ),
  }),
);
export type PromiseTable = z.infer<typeof PromiseTable>;

/** Tests of the stand-ins and of the measuring line: they show that the instrument works, not the shop. */
const instrument = /^(sandbox\/|tests\/contract\/(tcp-proxy|identity-|erp-sandbox|search-engine))/;

export interface Standing {
  section: string;
  number: number;
  promise: string;
  open: string | null;
  provenBy: readonly TestTitle[];
  /** Tests that only show that the fault can be made. */
  instruments: readonly TestTitle[];
}

export const readPromises = (file = 'docs/promises.json'): PromiseTable =>
  PromiseTable.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The numbers of the rows that a title names: `P-05 P-17 …`. */
export const numbersIn = (title: string): number[] =>
  [...title.matchAll(/\bP-(\d{1,3})\b/g)].map(([, digits]) => Number(digits));

export function standings(table: PromiseTable, titles: readonly TestTitle[]): Standing[] {
  const byNumber = new Map<number, TestTitle[]>();
  for (const title of titles) {
    for (const number of new Set(numbersIn(title.title)))
      byNumber.set(number, [...(byNumber.get(number) ?? []), title]);
  }
  return table.flatMap(({ section, promises }) =>
    promises.map(({ number, promise, open }) => {
      const named = byNumber.get(number) ?? [];
      return {
        section,
        number,
        promise,
        open: open ?? null,
        provenBy: named.filter(({ file }) => !instrument.test(file)),
        instruments: named.filter(({ file }) => instrument.test(file)),
      };
    }),
  );
}

/** Why the table cannot be believed: rows with neither test nor reason, titles that name no row. */
export function faultsOf(table: PromiseTable, titles: readonly TestTitle[]): string[] {
  const rows = standings(table, titles);
  const known = new Set(rows.map(({ number }) => number));
  const bare = rows
    .filter(({ open, provenBy }) => open === null && provenBy.length === 0)
    .map(({ number }) => `P-${number} has neither a test nor a reason why it is open`);
  const stray = titles.flatMap(({ file, title }) =>
    numbersIn(title)
      .filter((number) => !known.has(number))
      .map((number) => `${file} names P-${number}, which is no row: ${title}`),
  );
  const twice = rows.length === known.size ? [] : ['a number stands in the table twice'];
  return [...bare, ...stray, ...twice];
}
