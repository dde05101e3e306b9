/** Measures how well an engine answers judged queries: the rank of the first right product. */
import type { Engine } from './engines';
import type { Judged } from './judged';
import type { Sample } from './sample';
import { meets } from './traits';

export interface Verdict {
  query: Judged;
  /** From 1; null if none of the first ten is right. */
  rank: number | null;
  /** Article of the first result; null if there is none. */
  first: number | null;
}

export async function judge(
  engine: Engine,
  sample: Sample,
  queries: readonly Judged[],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const query of queries) {
    const ids = await engine.search(query.locale, query.q);
    const at = ids.findIndex((id) => {
      const traits = sample.traits.get(id);
      return traits !== undefined && query.right.some((expected) => meets(traits, expected));
    });
    verdicts.push({ query, rank: at < 0 ? null : at + 1, first: ids[0] ?? null });
  }
  return verdicts;
}

interface Measures {
  count: number;
  /** Share of queries with a right product first; `at3`: with one among the first three. */
  at1: number;
  at3: number;
  /** Mean reciprocal rank: the mean of 1/rank of the first right product. */
  mrr: number;
  /** Share of queries whose right product is within the rank that the query demands. */
  asDemanded: number;
}

const isWithin = (verdict: Verdict, limit: number): boolean =>
  verdict.rank !== null && verdict.rank <= limit;

export const isAsDemanded = (verdict: Verdict): boolean => isWithin(verdict, verdict.query.within);

export function measure(verdicts: readonly Verdict[]): Measures {
  const count = verdicts.length;
  const mean = (value: (verdict: Verdict) => number): number =>
    verdicts.reduce((sum, verdict) => sum + value(verdict), 0) / Math.max(1, count);
  return {
    count,
    at1: mean((verdict) => Number(isWithin(verdict, 1))),
    at3: mean((verdict) => Number(isWithin(verdict, 3))),
    mrr: mean(({ rank }) => (rank === null ? 0 : 1 / rank)),
    asDemanded: mean((verdict) => Number(isAsDemanded(verdict))),
  };
}

export function by(
  verdicts: readonly Verdict[],
  key: (query: Judged) => string,
): Map<string, Verdict[]> {
  const parts = new Map<string, Verdict[]>();
  for (const verdict of verdicts) {
    const part = key(verdict.query);
    parts.set(part, [...(parts.get(part) ?? []), verdict]);
  }
  return new Map([...parts].sort(([left], [right]) => left.localeCompare(right)));
}

/** Share of queries for which two engines return the same product first. */
export function agreement(
  sample: Sample,
  left: readonly Verdict[],
  right: readonly Verdict[],
): number {
  const groupOf = (id: number | null | undefined) => {
    const traits = id ? sample.traits.get(id) : undefined;
    return traits?.['product']?.[0] ?? null;
  };
  const same = left.filter((verdict, at) => groupOf(verdict.first) === groupOf(right[at]?.first));
  return same.length / Math.max(1, left.length);
}
