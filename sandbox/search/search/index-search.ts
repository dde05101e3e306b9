/** One search on one index: matches, scores and the first documents in order. */
import { shardError } from '../errors';
import type { Scored } from '../query/clause';
import type { Bitset } from '../store/bitset';
import type { OrdColumn, OrdKey } from '../store/ord-column';
import type { SearchIndex } from '../store/search-index';
import { valuesColumn } from './doc-values';
import type { SearchRequest } from './request';
import { needsScores, prepareKey, type PreparedKey, type SortKey, type SortValue } from './sort';

export interface Candidate {
  search: IndexSearch;
  doc: number;
  /** Score of the hit; null if the order does not depend on the score. */
  score: number | null;
  sort: SortValue[];
  /** Value of the collapse field; undefined without collapse, null for a document without it. */
  group: OrdKey | null | undefined;
}

const BY_SCORE: SortKey = {
  field: '_score',
  descending: true,
  missingFirst: false,
  highest: true,
  unmappedType: null,
  nested: null,
};

export function orDefault(sort: SortKey[]): SortKey[] {
  return sort.length === 0 ? [BY_SCORE] : sort;
}

/** Documents with their ranks side by side, so that sorting compares only numbers. */
class Ranked {
  private readonly ranks: Float64Array[];

  constructor(
    readonly docs: Int32Array,
    keys: readonly PreparedKey[],
  ) {
    this.ranks = keys.map((key) => Float64Array.from(docs, (doc) => key.rank(doc)));
  }

  compare(left: number, right: number): number {
    for (const ranks of this.ranks) {
      const a = ranks[left] ?? 0;
      const b = ranks[right] ?? 0;
      if (a !== b) return a < b ? -1 : 1;
    }
    return left - right;
  }

  /** Whether a document comes after the given ranks; equal ranks do not. */
  isAfter(place: number, wanted: readonly number[]): boolean {
    for (const [at, ranks] of this.ranks.entries()) {
      const own = ranks[place] ?? 0;
      const other = wanted[at] ?? 0;
      if (own !== other) return own > other;
    }
    return false;
  }

  places(): number[] {
    return Array.from(this.docs.keys());
  }

  /** The first document of each group in the requested order. */
  leaders(places: readonly number[], column: OrdColumn | null): number[] {
    const leaders = new Map<number, number>();
    for (const place of places) {
      const group = column ? column.edge(this.docs[place] ?? 0, false) : -1;
      const leader = leaders.get(group);
      if (leader === undefined || this.compare(place, leader) < 0) leaders.set(group, place);
    }
    return [...leaders.values()];
  }
}

export class IndexSearch {
  /** Documents that match the query; aggregations count them. */
  readonly matched: Bitset;
  /** Documents that match both the query and the post filter. */
  readonly hits: Bitset;
  readonly total: number;
  /** The best hits, or groups of hits, up to the end of the requested page. */
  readonly best: readonly Candidate[];
  private readonly collapseColumn: OrdColumn | null;
  private scored: Scored | null = null;

  constructor(
    readonly index: SearchIndex,
    private readonly request: SearchRequest,
  ) {
    const { root } = index;
    const { query, postFilter, collapse } = request;
    if (needsScores(request.sort) && request.size > 0) this.scored = query.score(root);
    this.matched = this.scored?.bits ?? query.filter(root);
    this.hits = postFilter ? this.matched.copy().and(postFilter.filter(root)) : this.matched;
    this.total = this.hits.count();
    this.collapseColumn = collapse ? this.columnToCollapse(collapse.field) : null;
    this.best = request.size > 0 ? this.top(request.from + request.size) : [];
  }

  scores(): Float64Array {
    this.scored ??= this.request.query.score(this.index.root);
    return this.scored.scores;
  }

  private top(count: number): Candidate[] {
    const { collapse, sort, searchAfter } = this.request;
    const keys = this.prepare(sort);
    const ranked = new Ranked(this.hits.toList(), keys);
    let places = ranked.places();
    if (searchAfter) {
      const wanted = keys.map((key, at) => key.rankOf(searchAfter[at]));
      places = places.filter((place) => ranked.isAfter(place, wanted));
    }
    if (collapse) places = ranked.leaders(places, this.collapseColumn);
    places.sort((left, right) => ranked.compare(left, right));
    return places
      .slice(0, count)
      .map((place) => this.candidate(ranked.docs[place] ?? 0, sort, keys));
  }

  /** Hits of one group: counts all and returns the best `count`. */
  members(
    group: OrdKey | null,
    sort: SortKey[],
    count: number,
  ): { total: number; top: Candidate[] } {
    const docs = this.docsOfGroup(group);
    if (count === 0) return { total: docs.length, top: [] };
    const keys = this.prepare(sort);
    const ranked = new Ranked(docs, keys);
    const places = ranked.places().sort((left, right) => ranked.compare(left, right));
    const top = places.slice(0, count).map((place) => this.candidate(docs[place] ?? 0, sort, keys));
    return { total: docs.length, top };
  }

  private docsOfGroup(group: OrdKey | null): Int32Array {
    const column = this.collapseColumn;
    if (group === null) {
      return this.hits.toList().filter((doc) => (column?.edge(doc, false) ?? -1) < 0);
    }
    const ord = column?.find(group) ?? -1;
    if (!column || ord < 0) return new Int32Array(0);
    return column.docsOf(ord).filter((doc) => this.hits.has(doc));
  }

  private prepare(sort: SortKey[]): PreparedKey[] {
    return orDefault(sort).map((key) => prepareKey(this.index.root, key, () => this.scores()));
  }

  private candidate(doc: number, sort: SortKey[], keys: readonly PreparedKey[]): Candidate {
    const column = this.collapseColumn;
    const ord = column?.edge(doc, false) ?? -1;
    return {
      search: this,
      doc,
      score: needsScores(sort) ? Math.fround(this.scores()[doc] ?? 0) : null,
      sort: keys.map((key) => key.value(doc)),
      group: this.request.collapse ? (column && ord >= 0 ? column.key(ord) : null) : undefined,
    };
  }

  private columnToCollapse(path: string): OrdColumn | null {
    const field = this.index.mapping.field(path);
    if (!field) {
      throw shardError(
        'illegal_argument_exception',
        `no mapping found for \`${path}\` in order to collapse on`,
      );
    }
    if (field.type === 'text' || field.type === 'date_range' || field.type === 'dense_vector') {
      throw shardError(
        'illegal_argument_exception',
        `collapse is not supported for the field [${path}] of the type [${field.type}]`,
      );
    }
    return valuesColumn(this.index.root, path);
  }
}
