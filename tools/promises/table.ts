/**
 * Compares the table of promises (docs/promises.json) with the titles of the tests. A row is valid if a test title
 * carries its number, or if the row states why it is open.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { proofs } from '../commands';
import type { TestTitle } from './titles';

export const PromiseTable = z.array(
  z.strictObject({
    section: z.string().regex(/^[A-Z]$/),
    title: z.string().min(1),
    promises: z.array(
      z.strictObject({
        number: z.int().positive(),
        promise: z.string().min(1),
        /** What no test proves yet, and why. Tests may prove the rest of the row. */
        open: z.string().min(1).optional(),
        /** For proofs too long for the test suite: the script, the day of its last run and its result. */
        measured: z
          .strictObject({ script: z.string(), on: z.iso.date(), found: z.string().min(1) })
          .optional(),
      }),
    ),
  }),
);
export type PromiseTable = z.infer<typeof PromiseTable>;

/** Tests of the stand-ins and of the fault proxy: they show that the instrument works, not the shop. */
const instrument = /^(sandbox\/|tests\/contract\/(tcp-proxy|identity-|erp-sandbox|search-engine))/;

export interface Standing {
  section: string;
  number: number;
  promise: string;
  open: string | null;
  measured: { script: string; on: string; found: string } | null;
  provenBy: readonly TestTitle[];
  /** Tests that only show that the fault can be produced. */
  instruments: readonly TestTitle[];
}

/** Arguments of `npm run`: the scripts of package.json, and `proof -- NAME` for each proof. */
export const readScripts = (file = 'package.json'): string[] => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  return [...Object.keys(scripts), ...Object.keys(proofs).map((name) => `proof -- ${name}`)];
};

export const readPromises = (file = 'docs/promises.json'): PromiseTable =>
  PromiseTable.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Row numbers that a title names: `P-05 P-17 …`. */
const numbersIn = (title: string): number[] =>
  [...title.matchAll(/\bP-(\d{1,3})\b/g)].map(([, digits]) => Number(digits));

export function standings(table: PromiseTable, titles: readonly TestTitle[]): Standing[] {
  const byNumber = new Map<number, TestTitle[]>();
  for (const title of titles) {
    for (const number of new Set(numbersIn(title.title)))
      byNumber.set(number, [...(byNumber.get(number) ?? []), title]);
  }
  return table.flatMap(({ section, promises }) =>
    promises.map(({ number, promise, open, measured }) => {
      const named = byNumber.get(number) ?? [];
      return {
        section,
        number,
        promise,
        open: open ?? null,
        measured: measured ?? null,
        provenBy: named.filter(({ file }) => !instrument.test(file)),
        instruments: named.filter(({ file }) => instrument.test(file)),
      };
    }),
  );
}

/** Errors of the table: rows with neither test nor reason, and references to titles or scripts that do not exist. */
export function faultsOf(
  table: PromiseTable,
  titles: readonly TestTitle[],
  scripts: readonly string[] = [],
): string[] {
  const rows = standings(table, titles);
  const known = new Set(rows.map(({ number }) => number));
  const bare = rows
    .filter(
      ({ open, measured, provenBy }) => open === null && measured === null && provenBy.length === 0,
    )
    .map(({ number }) => `P-${number} has neither a test nor a reason why it is open`);
  const stray = titles.flatMap(({ file, title }) =>
    numbersIn(title)
      .filter((number) => !known.has(number))
      .map((number) => `${file} names P-${number}, which is no row: ${title}`),
  );
  const unknown = rows.flatMap(({ number, measured }) =>
    measured && !scripts.includes(measured.script)
      ? [`P-${number} is measured by ${measured.script}, which is no script of package.json`]
      : [],
  );
  const twice = rows.length === known.size ? [] : ['a number stands in the table twice'];
  return [...bare, ...stray, ...unknown, ...twice];
}
