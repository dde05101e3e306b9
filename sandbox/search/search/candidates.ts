/** Candidates for a misspelled word, shared by both suggesters. */
import type { Token } from '../analysis/tokens';
import { illegalArgument, shardError } from '../errors';
import type { Options } from '../query/options';
import { similarWords, type Spelling } from '../query/spelling';
import type { Scope } from '../store/scope';
import type { TextColumn } from '../store/text-column';

type Mode = 'missing' | 'popular' | 'always';

/** Options for finding candidates of one word. */
export interface Generator {
  field: string;
  mode: Mode;
  maxEdits: number;
  prefixLength: number;
  minWordLength: number;
  size: number;
  byFrequency: boolean;
}

const MODES: readonly Mode[] = ['missing', 'popular', 'always'];

/** Words that more than this share of the documents use count as spelled correctly. */
const COMMON_SHARE = 0.01;

export function readGenerator(options: Options): Generator {
  const mode = (options.text('suggest_mode') ?? 'missing').toLowerCase();
  const known = MODES.find((candidate) => candidate === mode);
  if (!known) throw illegalArgument(`Illegal suggest mode ${mode}`);
  const sort = options.text('sort') ?? 'score';
  if (sort !== 'score' && sort !== 'frequency') throw illegalArgument(`Illegal sort ${sort}`);
  const maxEdits = options.number('max_edits', 2);
  if (maxEdits !== 1 && maxEdits !== 2) {
    throw illegalArgument(`Illegal max_edits value ${maxEdits}, must be 1 or 2`);
  }
  return {
    field: options.required('field'),
    mode: known,
    maxEdits,
    prefixLength: options.number('prefix_length', 1),
    minWordLength: options.number('min_word_length', 4),
    size: options.number('size', 5),
    byFrequency: sort === 'frequency',
  };
}

/** The postings of a suggest field; throws if the field is not mapped. */
export function suggestColumn(scope: Scope, path: string): TextColumn | null {
  const field = scope.mapping.field(path);
  if (!field)
    throw shardError('illegal_argument_exception', `no mapping found for field [${path}]`);
  const column = scope.columns.get(path);
  return column?.kind === 'text' ? column : null;
}

export function suggestTokens(scope: Scope, path: string, text: string): Token[] {
  return scope.mapping.field(path)?.searchAnalyzer?.analyze(text) ?? [];
}

function frequencyOf(column: TextColumn, word: string): number {
  const term = column.lexicon.find(word);
  return term < 0 ? 0 : column.documentFrequency(term);
}

/** Better spellings of one word, best first. */
export function candidates(column: TextColumn, word: string, generator: Generator): Spelling[] {
  const own = frequencyOf(column, word);
  const common = Math.max(1, Math.ceil(column.size * COMMON_SHARE));
  if (word.length < generator.minWordLength) return [];
  if (generator.mode === 'missing' && own > 0) return [];
  if (generator.mode === 'popular' && own > common) return [];
  const least = generator.mode === 'popular' ? own + 1 : 1;
  const score = generator.byFrequency
    ? (left: Spelling, right: Spelling) => right.frequency - left.frequency
    : (left: Spelling, right: Spelling) =>
        right.similarity - left.similarity || right.frequency - left.frequency;
  return similarWords(column, word, generator.maxEdits, generator.prefixLength)
    .filter((spelling) => spelling.distance > 0 && spelling.frequency >= least)
    .sort((left, right) => score(left, right) || (left.text < right.text ? -1 : 1))
    .slice(0, generator.size);
}
