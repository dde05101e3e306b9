/** Term and phrase suggesters (contract/search.md 3.4, 3.5): words of the index within one typing error. */
import { illegalArgument, parsingError } from '../errors';
import { isList, isObject } from '../json';
import { Options } from '../query/options';
import type { Scope } from '../store/scope';
import { candidates, readGenerator, suggestColumn, suggestTokens } from './candidates';
import { phraseOptions } from './phrase-suggester';

export interface Suggester {
  name: string;
  run(scope: Scope): unknown[];
}

function termSuggester(name: string, text: string, options: Options): Suggester {
  const generator = readGenerator(options);
  options.finish();
  return {
    name,
    run(scope) {
      const column = suggestColumn(scope, generator.field);
      return suggestTokens(scope, generator.field, text).map((token) => ({
        text: token.term,
        offset: token.start,
        length: token.end - token.start,
        options: (column ? candidates(column, token.term, generator) : []).map((spelling) => ({
          text: spelling.text,
          score: spelling.similarity,
          freq: spelling.frequency,
        })),
      }));
    },
  };
}

function phraseSuggester(name: string, text: string, options: Options): Suggester {
  const field = options.required('field');
  const size = options.number('size', 5);
  const confidence = options.number('confidence', 1);
  const maxErrors = options.number('max_errors', 1);
  options.number('gram_size', 1);
  const generators = options.take('direct_generator');
  options.finish();
  const listed = (isList(generators) ? generators : [{ field }]).map((json) => {
    const own = Options.of('direct_generator', json);
    const generator = readGenerator(own);
    own.finish();
    return generator;
  });
  return {
    name,
    run(scope) {
      suggestColumn(scope, field);
      const [generator] = listed;
      const found = generator
        ? phraseOptions(scope, text, { generator, size, confidence, maxErrors })
        : [];
      return [{ text, offset: 0, length: text.length, options: found }];
    },
  };
}

export function compileSuggest(json: unknown): Suggester[] {
  if (json === undefined || json === null) return [];
  if (!isObject(json)) throw parsingError('[suggest] must be an object');
  const { text: shared, ...named } = json;
  return Object.entries(named).map(([name, body]) => {
    if (!isObject(body)) throw parsingError(`[suggest] unexpected value for [${name}]`);
    const { text = shared, ...kinds } = body;
    const [entry, ...more] = Object.entries(kinds);
    if (typeof text !== 'string') throw illegalArgument('The required text option is missing');
    if (!entry || more.length > 0) throw illegalArgument(`[suggest] [${name}] needs one suggester`);
    const [kind, given] = entry;
    const options = Options.of(kind, given);
    if (kind === 'term') return termSuggester(name, text, options);
    if (kind === 'phrase') return phraseSuggester(name, text, options);
    throw parsingError(`unknown suggester [${kind}]`);
  });
}
