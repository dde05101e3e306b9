/**
 * `script_score` for the one family of scripts in contract/search.md 3.16: a sum of weights plus, for each vector that
 * a document has, weight times cosine. The contract's scripts with one and two vectors belong to it. Any other source
 * is a 400 `script_exception`, as on a server that cannot compile it.
 */
import { illegalArgument, SearchError, shardError } from '../errors';
import { isList, isObject, type JsonObject } from '../json';
import type { Scope } from '../store/scope';
import { lengthOf } from '../store/vector-column';
import { scoredClause, type Clause, type Compile } from './clause';
import { Options } from './options';

const NAME = String.raw`[A-Za-z_]\w*`;
const HEAD = new RegExp(String.raw`^double s = (params\.${NAME}(?: \+ params\.${NAME})*); `);
const TERM = new RegExp(
  String.raw`^if \(doc\['(${NAME})'\]\.size\(\) > 0\) \{ s \+= params\.(${NAME}) \* cosineSimilarity\(params\.(${NAME}), '(${NAME})'\); \} `,
);
const TAIL = 'return s;';

interface CosineTerm {
  field: string;
  weight: string;
  vector: string;
}
interface CosineScript {
  base: string[];
  terms: CosineTerm[];
}

function scriptError(source: string, reason: string): SearchError {
  return new SearchError(
    400,
    {
      type: 'script_exception',
      reason: 'compile error',
      script: source,
      lang: 'painless',
      script_stack: [],
      caused_by: { type: 'illegal_argument_exception', reason },
    },
    'shard',
  );
}

function parseScript(source: string): CosineScript {
  let rest = source.trim().replace(/\s+/g, ' ');
  const head = HEAD.exec(rest);
  if (!head) throw scriptError(source, 'unsupported script');
  const base = (head[1] ?? '').split(' + ').map((name) => name.replace('params.', ''));
  rest = rest.slice(head[0].length);
  const terms: CosineTerm[] = [];
  for (let part = TERM.exec(rest); part; part = TERM.exec(rest)) {
    const [all, field = '', weight = '', vector = '', again] = part;
    if (field !== again) throw scriptError(source, 'unsupported script');
    terms.push({ field, weight, vector });
    rest = rest.slice(all.length);
  }
  if (rest !== TAIL || terms.length === 0) throw scriptError(source, 'unsupported script');
  return { base, terms };
}

function numberParam(params: JsonObject, name: string): number {
  const value = params[name];
  if (typeof value !== 'number')
    throw shardError('script_exception', `params.${name} is no number`);
  return value;
}

function vectorParam(params: JsonObject, name: string): Float32Array {
  const value = params[name];
  if (!isList(value) || !value.every((entry) => typeof entry === 'number')) {
    throw shardError('script_exception', `params.${name} is no vector`);
  }
  return Float32Array.from(value);
}

function addCosines(
  scope: Scope,
  term: CosineTerm,
  params: JsonObject,
  docs: Int32Array,
  scores: Float64Array,
): void {
  const column = scope.columns.get(term.field);
  if (scope.mapping.field(term.field)?.type !== 'dense_vector') {
    throw shardError(
      'script_exception',
      `runtime error: No field found for [${term.field}] in mapping`,
    );
  }
  const weight = numberParam(params, term.weight);
  const wanted = vectorParam(params, term.vector);
  if (column?.kind !== 'vector') return;
  if (wanted.length !== column.dims) {
    throw shardError(
      'script_exception',
      `runtime error: The query vector has a different number of dimensions [${wanted.length}] than the document vectors [${column.dims}].`,
    );
  }
  const size = lengthOf(wanted);
  for (const doc of docs) {
    if (column.has(doc)) {
      scores[doc] = (scores[doc] ?? 0) + weight * column.cosine(doc, wanted, size);
    }
  }
}

export function scriptScore(json: unknown, compile: Compile): Clause {
  const options = Options.of('script_score', json);
  const inner = compile(options.take('query'), false);
  const script = Options.of('script', options.take('script'));
  const boost = options.number('boost', 1);
  options.finish();
  const lang = script.text('lang') ?? 'painless';
  const source = script.required('source');
  const given = script.take('params');
  script.finish();
  if (lang !== 'painless') throw illegalArgument(`script_lang not supported [${lang}]`);
  const { base, terms } = parseScript(source);
  const params = isObject(given) ? given : {};
  return scoredClause((scope) => {
    const bits = inner.filter(scope);
    const docs = bits.toList();
    const scores = new Float64Array(scope.size);
    const start = base.reduce((sum, name) => sum + numberParam(params, name), 0);
    for (const doc of docs) scores[doc] = start;
    for (const term of terms) addCosines(scope, term, params, docs, scores);
    for (const doc of docs) {
      const score = (scores[doc] ?? 0) * boost;
      if (score < 0) {
        throw shardError(
          'illegal_argument_exception',
          `script_score script returned an invalid score [${score}] for doc [${doc}]. Must be a non-negative score!`,
        );
      }
      scores[doc] = score;
    }
    return { bits, scores };
  });
}
