/** Judged queries: a query with its right answers, and two handwritten lists of them. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { facts } from '../../sandbox/seed/facts';
import type { Lang } from '../../sandbox/world';
import type { Expectation } from './traits';

export interface Judged {
  locale: Lang;
  q: string;
  kind: string;
  /** The query is answered if any one of these products is found. */
  right: readonly Expectation[];
  /** A right product must be among the first N results. */
  within: 1 | 3 | 10;
}

const ExpectationWire = z.record(z.string(), z.array(z.string()));
const Written = z.array(
  z.object({
    locale: z.enum(['fr', 'nl', 'en']),
    q: z.string().min(1),
    kind: z.string(),
    expect: ExpectationWire,
    within: z.union([z.literal(1), z.literal(3), z.literal(10)]).default(3),
  }),
);
/** Additional right answers of queries from the trade facts, by query id, each with the reason. */
const AlsoRight = z.record(
  z.string(),
  z.object({ expect: ExpectationWire, because: z.string().min(1) }),
);

function read<S extends z.ZodType>(file: string, shape: S): z.output<S> {
  return shape.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));
}

const KINDS = new Set(
  facts.queries.flatMap(({ expect }) => Object.keys(expect)).concat('brand', 'product', 'article'),
);

/** Queries of the trade facts. If a query does not name all of its expectation, more answers are right. */
export function factQueries(): Judged[] {
  const also = read('also-right.json', AlsoRight);
  for (const id of Object.keys(also)) {
    if (!facts.queries.some((query) => query.id === id)) throw new Error(`no query ${id}`);
  }
  return facts.queries.map(({ id, locale, q, kind, expect }) => {
    const other = also[id];
    return { locale, q, kind, right: other ? [expect, other.expect] : [expect], within: 3 };
  });
}

export function writtenQueries(): Judged[] {
  return read('queries.json', Written).map(({ expect, ...query }) => {
    const strange = Object.keys(expect).find((kind) => !KINDS.has(kind));
    if (strange) throw new Error(`"${query.q}" expects an unknown kind, ${strange}`);
    return { ...query, right: [expect] };
  });
}
