/** `match`, `match_phrase` and `match_phrase_prefix` on one field. */
import type { Token } from '../analysis/tokens';
import { illegalArgument, parsingError } from '../errors';
import type { FieldSpec } from '../mapping/mapping';
import type { Scope } from '../store/scope';
import type { TextColumn } from '../store/text-column';
import { inverseFrequency } from './bm25';
import { noMatch, scoredClause, type Clause, type Scored } from './clause';
import { minimumShouldMatch } from './minimum-should-match';
import { fieldAndOptions, type Options } from './options';
import { phrase, phrasePrefix } from './phrase';
import { similarWords } from './spelling';
import { scoreWords, type Occurrence } from './term-scorer';
import { termClause } from './term-level';

export interface MatchOptions {
  query: string;
  boost: number;
  all: boolean;
  minimum: string | null;
  fuzziness: string | null;
  prefixLength: number;
  maxExpansions: number;
}

const MAX_EXPANSIONS = 50;

export function matchOptions(options: Options): MatchOptions {
  const operator = (options.text('operator') ?? 'or').toLowerCase();
  if (operator !== 'or' && operator !== 'and') {
    throw illegalArgument(`operator needs to be either [or] or [and], but not [${operator}]`);
  }
  return {
    query: options.required('query'),
    boost: options.number('boost', 1),
    all: operator === 'and',
    minimum: options.text('minimum_should_match'),
    fuzziness: options.text('fuzziness'),
    prefixLength: options.number('prefix_length', 0),
    maxExpansions: options.number('max_expansions', MAX_EXPANSIONS),
  };
}

export function neededWords(options: MatchOptions, words: number): number {
  if (options.all) return words;
  return options.minimum === null ? 1 : Math.max(1, minimumShouldMatch(options.minimum, words));
}

/** Typing errors allowed in a word: a number, or by its length with `AUTO`. */
function allowedErrors(fuzziness: string, word: string): number {
  if (fuzziness.toUpperCase() === 'AUTO') return word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
  const errors = Number(fuzziness);
  if (![0, 1, 2].includes(errors)) throw illegalArgument(`Invalid fuzziness value: ${fuzziness}`);
  return errors;
}

export function searchTokens(field: FieldSpec, text: string): Token[] {
  return field.searchAnalyzer?.analyze(text) ?? [];
}

function spellings(column: TextColumn, word: string, options: MatchOptions): Occurrence[] {
  const errors = allowedErrors(options.fuzziness ?? '0', word);
  return similarWords(column, word, errors, options.prefixLength)
    .sort((left, right) => right.similarity - left.similarity || right.frequency - left.frequency)
    .slice(0, options.maxExpansions)
    .map(({ term, frequency, similarity }) => ({
      column,
      term,
      weight: options.boost * similarity * inverseFrequency(column.size, frequency),
    }));
}

/** The spellings in the field that match one word. */
function occurrences(column: TextColumn, word: string, options: MatchOptions): Occurrence[] {
  if (options.fuzziness !== null) return spellings(column, word, options);
  const term = column.lexicon.find(word);
  const frequency = column.documentFrequency(term);
  if (term < 0 || frequency === 0) return [];
  const weight = options.boost * inverseFrequency(column.size, frequency);
  return [{ column, term, weight }];
}

export function matchField(scope: Scope, path: string, options: MatchOptions): Scored {
  const field = scope.mapping.field(path);
  if (!field) return noMatch(scope.size);
  if (field.type !== 'text') return termClause(path, options.query, options.boost).score(scope);
  const column = scope.columns.get(path);
  if (column?.kind !== 'text') return noMatch(scope.size);
  const tokens = searchTokens(field, options.query);
  const words = tokens.map((token) => occurrences(column, token.term, options));
  return scoreWords(scope.size, words, neededWords(options, words.length));
}

/** The column of a text field and the query's words in its analyzer; null if the field cannot hold a phrase. */
function phraseField(
  scope: Scope,
  path: string,
  query: string,
): { field: FieldSpec; column: TextColumn; tokens: Token[] } | null {
  const field = scope.mapping.field(path);
  const column = scope.columns.get(path);
  if (!field || column?.kind !== 'text') return null;
  const tokens = searchTokens(field, query);
  return tokens.length === 0 ? null : { field, column, tokens };
}

export function match(json: unknown): Clause {
  const [path, given] = fieldAndOptions('match', json, 'query');
  const options = matchOptions(given);
  given.finish();
  return scoredClause((scope) => matchField(scope, path, options));
}

function refuseSlop(clause: string, options: Options): void {
  if (options.number('slop', 0) !== 0)
    throw parsingError(`[${clause}] query does not support [slop]`);
}

export function matchPhrase(json: unknown): Clause {
  const [path, options] = fieldAndOptions('match_phrase', json, 'query');
  const query = options.required('query');
  const boost = options.number('boost', 1);
  refuseSlop('match_phrase', options);
  options.finish();
  return scoredClause((scope) => {
    const found = phraseField(scope, path, query);
    if (!found) return noMatch(scope.size);
    return phrase(found.column, found.tokens, boost);
  });
}

export function matchPhrasePrefix(json: unknown): Clause {
  const [path, options] = fieldAndOptions('match_phrase_prefix', json, 'query');
  const query = options.required('query');
  const boost = options.number('boost', 1);
  const maxExpansions = options.number('max_expansions', MAX_EXPANSIONS);
  refuseSlop('match_phrase_prefix', options);
  options.finish();
  return scoredClause((scope) => phrasePrefixField(scope, path, query, maxExpansions, boost));
}

export function phrasePrefixField(
  scope: Scope,
  path: string,
  query: string,
  maxExpansions: number,
  boost: number,
): Scored {
  const found = phraseField(scope, path, query);
  if (!found) return noMatch(scope.size);
  return phrasePrefix(found.column, found.field, found.tokens, maxExpansions, boost);
}
