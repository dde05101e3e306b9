/** Builds the analyzers and normalizers of an index's `settings.analysis`. */
import { invalidSetting } from '../errors';
import { isObject, stringsOf, type JsonObject } from '../json';
import { charFilter, tokenFilter, type CharFilter, type TokenFilter } from './filters';
import { keywordToken, standardTokens, type Token } from './tokens';

export interface Analyzer {
  name: string;
  analyze(text: string): Token[];
  /** True if the analyzer makes shingles: a field with it only serves the phrase suggester and gets no postings. */
  shingled: boolean;
}
export type Normalizer = (text: string) => string;

export interface Analysis {
  analyzer(name: string): Analyzer;
  normalizer(name: string): Normalizer;
}

const EMPTY: JsonObject = {};

function section(settings: JsonObject, name: string): JsonObject {
  const analysis = settings['analysis'];
  const part = isObject(analysis) ? analysis[name] : undefined;
  return isObject(part) ? part : EMPTY;
}

/** A filter is either defined in the settings or a built-in one, named by its type. */
function typeAndOptions(defined: JsonObject, name: string): [string, JsonObject] {
  const own = defined[name];
  return isObject(own) ? [String(own['type']), own] : [name, EMPTY];
}

function pipeline(
  name: string,
  chars: readonly CharFilter[],
  tokenize: (text: string) => Token[],
  filters: readonly TokenFilter[],
  shingled: boolean,
): Analyzer {
  return {
    name,
    shingled,
    analyze(text) {
      let prepared = text;
      for (const change of chars) prepared = change(prepared);
      let tokens = tokenize(prepared);
      for (const filter of filters) tokens = filter(tokens);
      return tokens;
    },
  };
}

function builtIn(name: string): Analyzer | null {
  if (name === 'keyword') return pipeline(name, [], keywordToken, [], false);
  if (name !== 'standard') return null;
  return pipeline(name, [], standardTokens, [tokenFilter('lowercase', EMPTY)], false);
}

function lazily<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const value = make(name);
    made.set(name, value);
    return value;
  };
}

export function compileAnalysis(settings: JsonObject): Analysis {
  const index = settings['index'];
  const own = isObject(index) && isObject(index['analysis']) ? index : settings;
  const chars = section(own, 'char_filter');
  const filters = section(own, 'filter');
  const analyzers = section(own, 'analyzer');
  const normalizers = section(own, 'normalizer');

  const charsOf = (definition: JsonObject): CharFilter[] =>
    stringsOf(definition['char_filter']).map((name) => charFilter(...typeAndOptions(chars, name)));
  const filtersOf = (definition: JsonObject): [string, TokenFilter][] =>
    stringsOf(definition['filter']).map((name) => {
      const [type, options] = typeAndOptions(filters, name);
      return [type, tokenFilter(type, options)];
    });

  return {
    analyzer: lazily((name) => {
      const definition = analyzers[name];
      const ready = isObject(definition) ? null : builtIn(name);
      if (ready) return ready;
      if (!isObject(definition)) throw invalidSetting(`analyzer [${name}] has not been configured`);
      const tokenize = definition['tokenizer'] === 'keyword' ? keywordToken : standardTokens;
      const chain = filtersOf(definition);
      const shingled = chain.some(([type]) => type === 'shingle');
      return pipeline(
        name,
        charsOf(definition),
        tokenize,
        chain.map(([, filter]) => filter),
        shingled,
      );
    }),
    normalizer: lazily((name) => {
      const definition = normalizers[name];
      if (!isObject(definition)) throw invalidSetting(`normalizer [${name}] not found`);
      const chain = filtersOf(definition).map(([, filter]) => filter);
      const whole = pipeline(name, charsOf(definition), keywordToken, chain, false);
      return (text) => whole.analyze(text)[0]?.term ?? '';
    }),
  };
}
