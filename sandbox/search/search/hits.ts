/** Formats hits like Elasticsearch: source, fields, sort values, and inner hits of groups. */
import type { JsonObject } from '../json';
import { wholeSource } from '../store/search-index';
import { readFields } from './fields';
import { orDefault, type Candidate, type IndexSearch } from './index-search';
import type { InnerHits, SearchRequest } from './request';
import { compareValues, missingValue, type SortKey } from './sort';
import type { SourceFilter } from './source-filter';

type Hit = Record<string, unknown>;

/** Merges the best hits of several indices; if several indices have a group, its best hit remains. */
function merge(
  lists: readonly (readonly Candidate[])[],
  sort: SortKey[],
  from: number,
  size: number,
): Candidate[] {
  const [only, ...more] = lists;
  if (!only) return [];
  if (more.length === 0) return only.slice(from, from + size);
  const compare = compareValues(orDefault(sort));
  const all = lists.flat().sort((left, right) => compare(left.sort, right.sort));
  const groups = new Set<unknown>();
  const kept = all.filter(({ group }) => {
    if (group === undefined) return true;
    if (groups.has(group)) return false;
    groups.add(group);
    return true;
  });
  return kept.slice(from, from + size);
}

function sourceOf(candidate: Candidate, filter: SourceFilter): JsonObject {
  const { index } = candidate.search;
  const whole = index.columnar.some((path) => filter.mayKeep(path));
  const source = whole ? wholeSource(index, candidate.doc) : index.sources[candidate.doc];
  return filter.apply(source ?? {});
}

function writeHit(
  candidate: Candidate,
  options: { source: SourceFilter | null; fields: readonly string[]; sort: readonly SortKey[] },
  collapseField: string | null,
): Hit {
  const { index } = candidate.search;
  const hit: Hit = {
    _index: index.name,
    _id: index.ids[candidate.doc] ?? '',
    _score: candidate.score,
  };
  if (options.source) hit['_source'] = sourceOf(candidate, options.source);
  const fields: Hit = { ...readFields(index, candidate.doc, options.fields) };
  if (collapseField && candidate.group !== undefined && candidate.group !== null) {
    fields[collapseField] = [candidate.group];
  }
  if (Object.keys(fields).length > 0) hit['fields'] = fields;
  if (options.sort.length > 0) {
    hit['sort'] = options.sort.map(
      (key, at) => candidate.sort[at] ?? missingValue(index.root, key),
    );
  }
  return hit;
}

function maxScore(candidates: readonly Candidate[], sort: readonly SortKey[]): number | null {
  if (sort.length > 0 || candidates.length === 0) return null;
  return candidates.reduce((most, candidate) => Math.max(most, candidate.score ?? 0), 0);
}

function writeInner(searches: readonly IndexSearch[], leader: Candidate, inner: InnerHits): Hit {
  const window = inner.from + inner.size;
  const found = searches.map((search) => search.members(leader.group ?? null, inner.sort, window));
  const ungrouped = found.map(({ top }) => top.map((hit) => ({ ...hit, group: undefined })));
  const shown = merge(ungrouped, inner.sort, inner.from, inner.size);
  return {
    hits: {
      total: { value: found.reduce((sum, { total }) => sum + total, 0), relation: 'eq' },
      max_score: maxScore(shown, inner.sort),
      hits: shown.map((hit) => writeHit(hit, inner, null)),
    },
  };
}

function writeTotal(count: number, track: boolean | number): Hit | null {
  if (track === false) return null;
  if (track === true || count <= track) return { value: count, relation: 'eq' };
  return { value: track, relation: 'gte' };
}

export function writeHits(searches: readonly IndexSearch[], request: SearchRequest): Hit {
  const { from, size, sort, collapse } = request;
  const shown = merge(
    searches.map((search) => search.best),
    sort,
    from,
    size,
  );
  const count = searches.reduce((sum, search) => sum + search.total, 0);
  const total = writeTotal(count, request.trackTotal);
  return {
    ...(total ? { total } : {}),
    max_score: maxScore(shown, sort),
    hits: shown.map((candidate) => {
      const hit = writeHit(candidate, request, collapse?.field ?? null);
      if (!collapse || collapse.innerHits.length === 0) return hit;
      const inner = collapse.innerHits.map((spec) => [
        spec.name,
        writeInner(searches, candidate, spec),
      ]);
      return { ...hit, inner_hits: Object.fromEntries(inner) };
    }),
  };
}
