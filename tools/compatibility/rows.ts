/**
 * The rows of docs/operating/compatibility.json: which product and version ran which tests, with which result. The
 * doctor and the conformance check of the container import this file, so it needs no development package.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

export const data = 'docs/operating/compatibility.json';

const Row = z.strictObject({
  product: z.string().min(1),
  version: z.string().min(1),
  /** The tests that ran. */
  what: z.string().min(1),
  /** Who repeats the row: every `npm test`, or a person. */
  by: z.enum(['suite', 'hand']),
  date: z.iso.date(),
  result: z.string().min(1),
});
export const Tables = z.strictObject({
  engines: z.array(Row),
  providers: z.array(Row),
  erp: z.array(Row),
  stores: z.array(Row),
  proxies: z.array(Row),
  node: z.array(Row),
});
export type Tables = z.infer<typeof Tables>;

/** A result without its date, which is the day of the record. */
export type Outcome = Pick<z.infer<typeof Row>, 'product' | 'version' | 'what' | 'result'> & {
  table: keyof Tables;
};

/** Replaces the row of the same product, version and tests, or appends one. A person repeats a new row. */
export function withOutcome(tables: Tables, outcome: Outcome, date: string): Tables {
  const { table, ...facts } = outcome;
  const rows = tables[table];
  const at = rows.findIndex(
    ({ product, version, what }) =>
      product === facts.product && version === facts.version && what === facts.what,
  );
  const row = { by: 'hand' as const, ...rows[at], ...facts, date };
  return { ...tables, [table]: at === -1 ? [...rows, row] : rows.with(at, row) };
}

/** Adds the outcome to the data file. Throws outside a checkout, where the file is missing. */
export function recordOutcome(outcome: Outcome, now = new Date()): void {
  if (!existsSync(data)) throw new Error(`--record: ${data} is missing; run it in a checkout`);
  const tables = Tables.parse(JSON.parse(readFileSync(data, 'utf8')));
  const changed = withOutcome(tables, outcome, now.toISOString().slice(0, 10));
  writeFileSync(data, `${JSON.stringify(changed, null, 2)}\n`);
  console.error(`recorded ${outcome.product} ${outcome.version} in ${data}; next: npm run format`);
}
