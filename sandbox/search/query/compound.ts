/** `bool`, `constant_score`, `nested`: clauses composed of clauses. */
import { illegalArgument, queryShardError } from '../errors';
import { Bitset } from '../store/bitset';
import type { Scope } from '../store/scope';
import { constantClause, noMatch, type Clause, type Compile, type Scored } from './clause';
import { minimumShouldMatch } from './minimum-should-match';
import { Options } from './options';

interface BoolParts {
  must: readonly Clause[];
  filter: readonly Clause[];
  should: readonly Clause[];
  mustNot: readonly Clause[];
  needed: number;
  boost: number;
}

/** Documents in at least `needed` of the sets. */
function heldByAtLeast(sets: readonly Bitset[], needed: number, size: number): Bitset {
  if (needed > sets.length) return new Bitset(size);
  const bits = new Bitset(size);
  for (const set of sets) bits.or(set);
  if (needed <= 1) return bits;
  const result = new Bitset(size);
  bits.forEach((doc) => {
    let held = 0;
    for (const set of sets) if (set.has(doc)) held++;
    if (held >= needed) result.add(doc);
  });
  return result;
}

function combine(scope: Scope, parts: BoolParts, must: Bitset[], should: Bitset[]): Bitset {
  const bits = Bitset.full(scope.size);
  for (const set of must) bits.and(set);
  for (const clause of parts.filter) bits.and(clause.filter(scope));
  for (const clause of parts.mustNot) bits.andNot(clause.filter(scope));
  if (parts.needed > 0) bits.and(heldByAtLeast(should, parts.needed, scope.size));
  return bits;
}

function boolFilter(scope: Scope, parts: BoolParts): Bitset {
  const must = parts.must.map((clause) => clause.filter(scope));
  const should = parts.needed > 0 ? parts.should.map((clause) => clause.filter(scope)) : [];
  return combine(scope, parts, must, should);
}

function boolScore(scope: Scope, parts: BoolParts): Scored {
  const must = parts.must.map((clause) => clause.score(scope));
  const should = parts.should.map((clause) => clause.score(scope));
  const bits = combine(
    scope,
    parts,
    must.map((scored) => scored.bits),
    should.map((scored) => scored.bits),
  );
  const scores = new Float64Array(scope.size);
  const clauses = [...must, ...should];
  const all = clauses.filter(({ scores: own }) => own.length > 0);
  const isEmpty = clauses.length === 0 && parts.filter.length === 0 && parts.mustNot.length === 0;
  bits.forEach((doc) => {
    let sum = isEmpty ? 1 : 0;
    for (const scored of all) sum += scored.scores[doc] ?? 0;
    scores[doc] = sum * parts.boost;
  });
  return { bits, scores };
}

export function bool(json: unknown, compile: Compile): Clause {
  const options = Options.of('bool', json);
  const clauses = (key: string, inFilter: boolean): Clause[] =>
    options.list(key).map((clause) => compile(clause, inFilter));
  const must = clauses('must', false);
  const should = clauses('should', false);
  const filter = clauses('filter', true);
  const mustNot = clauses('must_not', true);
  const rule = options.text('minimum_should_match');
  const boost = options.number('boost', 1);
  options.finish();
  const optional = should.length > 0 && must.length === 0 && filter.length === 0 ? 1 : 0;
  const needed = rule === null ? optional : minimumShouldMatch(rule, should.length);
  const parts = { must, filter, should, mustNot, needed, boost };
  return {
    filter: (scope) => boolFilter(scope, parts),
    score: (scope) => boolScore(scope, parts),
  };
}

export function constantScore(json: unknown, compile: Compile): Clause {
  const options = Options.of('constant_score', json);
  const inner = options.take('filter');
  if (inner === undefined) throw illegalArgument('constant_score requires a [filter] element');
  const filter = compile(inner, true);
  const boost = options.number('boost', 1);
  options.finish();
  return constantClause(boost, (scope) => filter.filter(scope));
}

/**
 * The scope of a nested path; null if it has no entries, or if the path is missing and `ignoreUnmapped` permits that.
 * As on a real node, a path that is mapped but not nested counts as missing.
 */
export function nestedScope(scope: Scope, path: string, ignoreUnmapped: boolean): Scope | null {
  if (scope.mapping.objects.get(path)?.nested) return scope.nested.get(path) ?? null;
  if (ignoreUnmapped) return null;
  throw queryShardError(
    `failed to create query: [nested] failed to find nested object under path [${path}]`,
  );
}

function parentsOf(scope: Scope, child: Scope, entries: Bitset): Bitset {
  const bits = scope.none();
  const { parents } = child;
  if (parents) entries.forEach((entry) => bits.add(parents[entry] ?? 0));
  return bits;
}

type ScoreMode = (scores: number[]) => number;
const SCORE_MODES: Readonly<Record<string, ScoreMode>> = {
  avg: (scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length,
  sum: (scores) => scores.reduce((sum, score) => sum + score, 0),
  max: (scores) => Math.max(...scores),
  min: (scores) => Math.min(...scores),
  none: () => 0,
};

export function nested(json: unknown, compile: Compile): Clause {
  const options = Options.of('nested', json);
  const path = options.required('path');
  const ignoreUnmapped = options.flag('ignore_unmapped');
  const mode = options.text('score_mode') ?? 'avg';
  const boost = options.number('boost', 1);
  const inner = options.take('query');
  options.finish();
  const merge = SCORE_MODES[mode];
  if (inner === undefined) throw illegalArgument('[nested] requires [query] field');
  if (!merge) throw illegalArgument(`illegal score_mode for nested query [${mode}]`);
  const clause = compile(inner, false);
  const filter = compile(inner, true);
  return {
    filter(scope) {
      const child = nestedScope(scope, path, ignoreUnmapped);
      return child ? parentsOf(scope, child, filter.filter(child)) : scope.none();
    },
    score(scope) {
      const child = nestedScope(scope, path, ignoreUnmapped);
      if (!child) return noMatch(scope.size);
      const entries = clause.score(child);
      const bits = parentsOf(scope, child, entries.bits);
      const scores = new Float64Array(scope.size);
      bits.forEach((doc) => {
        const own: number[] = [];
        for (let at = child.childrenFrom(doc); at < child.childrenTo(doc); at++) {
          if (entries.bits.has(at)) own.push(entries.scores[at] ?? 0);
        }
        scores[doc] = merge(own) * boost;
      });
      return { bits, scores };
    },
  };
}
