/** Compiles query JSON into clauses; an unknown name is a 400 `parsing_exception`, as on a real node. */
import { parsingError } from '../errors';
import { isObject } from '../json';
import { constantClause, matchAll, matchNone, type Clause, type Compile } from './clause';
import { bool, constantScore, nested } from './compound';
import { match, matchPhrase, matchPhrasePrefix } from './match';
import { multiMatch } from './multi-match';
import { Options } from './options';
import { scriptScore } from './script-score';
import { exists, range, term, terms } from './term-level';

type Parser = (json: unknown, compile: Compile) => Clause;

const PARSERS: Readonly<Record<string, Parser>> = {
  match_all: (json) => {
    const options = Options.of('match_all', json);
    const boost = options.number('boost', 1);
    options.finish();
    return boost === 1 ? matchAll : constantClause(boost, (scope) => matchAll.filter(scope));
  },
  match_none: () => matchNone,
  bool,
  constant_score: constantScore,
  nested,
  term,
  terms,
  range,
  exists,
  match,
  match_phrase: matchPhrase,
  match_phrase_prefix: matchPhrasePrefix,
  multi_match: multiMatch,
  script_score: scriptScore,
};

function remembered(clause: Clause, key: string): Clause {
  return {
    filter: (scope) => scope.cached(key, () => clause.filter(scope)),
    score: (scope) => clause.score(scope),
  };
}

export function compileQuery(json: unknown, inFilter: boolean): Clause {
  if (!isObject(json)) throw parsingError('[_na] query malformed, must start with start_object');
  const [entry, ...more] = Object.entries(json);
  if (!entry) throw parsingError('query malformed, empty clause found');
  if (more.length > 0) {
    throw parsingError(
      `[${entry[0]}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`,
    );
  }
  const [name, body] = entry;
  const parse = Object.hasOwn(PARSERS, name) ? PARSERS[name] : undefined;
  if (!parse) throw parsingError(`unknown query [${name}]`);
  const clause = parse(body, compileQuery);
  return inFilter ? remembered(clause, JSON.stringify(json)) : clause;
}
