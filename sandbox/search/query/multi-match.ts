/** `multi_match`: `best_fields`, `cross_fields` and `phrase_prefix` (contract/search.md 3.1, 3.5). */
import { illegalArgument, parsingError } from '../errors';
import { stringsOf } from '../json';
import type { Scope } from '../store/scope';
import type { TextColumn } from '../store/text-column';
import { inverseFrequency } from './bm25';
import { bestOf, scoredClause, type Clause, type Scored } from './clause';
import {
  matchField,
  matchOptions,
  neededWords,
  phrasePrefixField,
  searchTokens,
  type MatchOptions,
} from './match';
import { Options } from './options';
import { scoreWords, type Occurrence } from './term-scorer';

interface BoostedField {
  path: string;
  boost: number;
}

function readField(text: string): BoostedField {
  const [path = '', caret] = text.split('^');
  if (path.includes('*')) throw parsingError(`[multi_match] query does not support [${path}]`);
  const boost = caret === undefined ? 1 : Number(caret);
  if (!Number.isFinite(boost)) throw illegalArgument(`failed to parse boost in [${text}]`);
  return { path, boost };
}

interface FieldGroup {
  columns: { column: TextColumn; boost: number }[];
  words: string[];
}

/**
 * Groups fields by analyzer. Each group is scored like one big field, with the query's words as that analyzer splits
 * them.
 */
function groupsOf(scope: Scope, fields: readonly BoostedField[], query: string): FieldGroup[] {
  const groups = new Map<string, FieldGroup>();
  for (const { path, boost } of fields) {
    const field = scope.mapping.field(path);
    if (field?.type !== 'text' || !field.searchAnalyzer) continue;
    let group = groups.get(field.searchAnalyzer.name);
    if (!group) {
      group = { columns: [], words: searchTokens(field, query).map((token) => token.term) };
      groups.set(field.searchAnalyzer.name, group);
    }
    const column = scope.columns.get(path);
    if (column?.kind === 'text') group.columns.push({ column, boost });
  }
  return [...groups.values()];
}

/** A word gets the rarity of the field where it is most common, so that no field wins by rarity alone. */
function blended(group: FieldGroup, word: string, weight: number): Occurrence[] {
  const found = group.columns.flatMap(({ column, boost }) => {
    const term = column.lexicon.find(word);
    const frequency = term < 0 ? 0 : column.documentFrequency(term);
    return frequency === 0 ? [] : [{ column, boost, term, frequency }];
  });
  const frequency = Math.max(0, ...found.map((entry) => entry.frequency));
  const documents = Math.max(0, ...group.columns.map(({ column }) => column.size));
  const rarity = inverseFrequency(documents, frequency);
  return found.map(({ column, term, boost }) => ({
    column,
    term,
    weight: weight * boost * rarity,
  }));
}

function crossFields(
  scope: Scope,
  fields: readonly BoostedField[],
  options: MatchOptions,
  tieBreaker: number,
): Scored {
  const results = groupsOf(scope, fields, options.query).map((group) => {
    const words = group.words.map((word) => blended(group, word, options.boost));
    return scoreWords(scope.size, words, neededWords(options, words.length));
  });
  const others = fields.filter(({ path }) => {
    const field = scope.mapping.field(path);
    return field !== null && field.type !== 'text';
  });
  for (const field of others) results.push(matchField(scope, field.path, boosted(options, field)));
  return bestOf(results, tieBreaker, scope.size);
}

function boosted(options: MatchOptions, field: BoostedField): MatchOptions {
  return { ...options, boost: options.boost * field.boost };
}

type Kind = (
  scope: Scope,
  fields: readonly BoostedField[],
  options: MatchOptions,
  tieBreaker: number,
) => Scored;

const KINDS: Readonly<Record<string, Kind>> = {
  best_fields: (scope, fields, options, tieBreaker) =>
    bestOf(
      fields.map((field) => matchField(scope, field.path, boosted(options, field))),
      tieBreaker,
      scope.size,
    ),
  cross_fields: crossFields,
  phrase_prefix: (scope, fields, options, tieBreaker) =>
    bestOf(
      fields.map((field) =>
        phrasePrefixField(
          scope,
          field.path,
          options.query,
          options.maxExpansions,
          options.boost * field.boost,
        ),
      ),
      tieBreaker,
      scope.size,
    ),
};

export function multiMatch(json: unknown): Clause {
  const given = Options.of('multi_match', json);
  const type = given.text('type') ?? 'best_fields';
  const tieBreaker = given.number('tie_breaker', 0);
  const fields = stringsOf(given.take('fields')).map(readField);
  const options = matchOptions(given);
  given.finish();
  const kind = KINDS[type];
  if (!kind)
    throw parsingError(`failed to parse [multi_match] query type [${type}]. unknown type.`);
  if (fields.length === 0) throw parsingError('[multi_match] requires [fields]');
  if (type !== 'best_fields' && options.fuzziness !== null) {
    throw parsingError(`Fuzziness not allowed for type [${type}]`);
  }
  return scoredClause((scope) => kind(scope, fields, options, tieBreaker));
}
