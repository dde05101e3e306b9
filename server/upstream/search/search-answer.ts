/** Parses the engine's response leniently: missing parts are empty (contract/search.md 2.4). */
import type { SearchAnswer, SearchHit } from './search-client';
import { withoutQuoted } from '../../observe/redaction';

export const nothingFound: SearchAnswer = {
  hits: [],
  total: 0,
  totalRelation: 'eq',
  aggregations: {},
  suggest: {},
  incomplete: false,
  withheld: true,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

function isHit(value: unknown): value is SearchHit {
  // Hits have no `_source` when none was requested.
  return isRecord(value) && typeof value['_index'] === 'string';
}

/** Reads `hits`, `aggregations` and `suggest`; missing parts are empty (2.4). */
export function parseSearchAnswer(raw: Record<string, unknown>): SearchAnswer {
  const hits = record(raw['hits']);
  const total = record(hits['total']);
  const found = hits['hits'];
  return {
    hits: Array.isArray(found) ? found.filter(isHit) : [],
    // JSON allows numbers such as 1e309, which JavaScript parses as infinity.
    total: Math.max(0, Number.isSafeInteger(total['value']) ? Number(total['value']) : 0),
    totalRelation: total['relation'] === 'gte' ? 'gte' : 'eq',
    aggregations: record(raw['aggregations']),
    suggest: record(raw['suggest']),
    incomplete: raw['timed_out'] === true || Number(record(raw['_shards'])['failed'] ?? 0) > 0,
    withheld: false,
  };
}

/** `type: reason` of each cause, without the customer's search text. */
export function reasonsOf(causes: unknown): string {
  const list: readonly unknown[] = Array.isArray(causes) ? causes : [];
  return list
    .map((cause) => {
      const { reason } = record(cause);
      return typeof reason === 'object' ? record(reason) : record(cause);
    })
    .map(({ type, reason }) => `${String(type)}: ${withoutQuoted(String(reason))}`)
    .join('; ');
}
