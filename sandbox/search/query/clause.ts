/** A compiled query clause: finds and scores the matching documents of a scope. */
import { Bitset } from '../store/bitset';
import type { Scope } from '../store/scope';

export interface Scored {
  bits: Bitset;
  /** One score per document of the scope, 0 for documents that do not match; empty if none matches. */
  scores: Float64Array;
}

const noScores = new Float64Array(0);

/** No match among `size` documents. */
export const noMatch = (size: number): Scored => ({ bits: new Bitset(size), scores: noScores });

export interface Clause {
  /** Matching documents. The set may be shared; callers must not change it. */
  filter(scope: Scope): Bitset;
  score(scope: Scope): Scored;
}

/**
 * Compiles the JSON of a query. `inFilter`: only the matches count, not the scores, and the matches are cached per
 * scope.
 */
export type Compile = (json: unknown, inFilter: boolean) => Clause;

export function constantScores(bits: Bitset, score: number): Scored {
  const scores = new Float64Array(bits.size);
  bits.forEach((doc) => {
    scores[doc] = score;
  });
  return { bits, scores };
}

/** A clause that gives all matches the same score. */
export function constantClause(boost: number, filter: (scope: Scope) => Bitset): Clause {
  return { filter, score: (scope) => constantScores(filter(scope), boost) };
}

/** A clause with computed scores; as a filter it returns only the matches. */
export function scoredClause(score: (scope: Scope) => Scored): Clause {
  return { filter: (scope) => score(scope).bits, score };
}

export const matchAll: Clause = constantClause(1, (scope) => Bitset.full(scope.size));
export const matchNone: Clause = constantClause(0, (scope) => scope.none());

/** The best score of several clauses, plus `tieBreaker` times the other scores. */
export function bestOf(all: readonly Scored[], tieBreaker: number, size: number): Scored {
  const results = all.filter(({ scores }) => scores.length > 0);
  const [only, ...more] = results;
  if (more.length === 0) return only ?? noMatch(size);
  const bits = new Bitset(size);
  const best = new Float64Array(size);
  const rest = new Float64Array(size);
  for (const result of results) {
    bits.or(result.bits);
    result.bits.forEach((doc) => {
      const score = result.scores[doc] ?? 0;
      const top = best[doc] ?? 0;
      if (score > top) {
        best[doc] = score;
        rest[doc] = (rest[doc] ?? 0) + top;
      } else {
        rest[doc] = (rest[doc] ?? 0) + score;
      }
    });
  }
  if (tieBreaker > 0) {
    bits.forEach((doc) => {
      best[doc] = (best[doc] ?? 0) + tieBreaker * (rest[doc] ?? 0);
    });
  }
  return { bits, scores: best };
}
