/** Character and token filters by the type names of index settings (contract/search.md 1.2). */
import { invalidSetting } from '../errors';
import { isList, stringsOf, type JsonObject, textOf } from '../json';
import { foldAccents } from './fold';
import { stemmer } from './stemmers';
import { stopWords } from './stop-words';
import type { Token } from './tokens';

export type CharFilter = (text: string) => string;
export type TokenFilter = (tokens: Token[]) => Token[];

const TAG = /<[^<>]*>/g;
const ENTITY = /&(?:#\d+|#x[0-9a-f]+|[a-z]+\d?);/gi;
const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&eacute;': 'é',
  '&egrave;': 'è',
  '&agrave;': 'à',
};

function decodeEntity(entity: string): string {
  const known = NAMED[entity.toLowerCase()];
  if (known !== undefined) return known;
  const code = /^&#(x?)([0-9a-f]+);$/i.exec(entity);
  if (!code?.[2]) return ' ';
  const point = parseInt(code[2], code[1] ? 16 : 10);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' ';
}

function stripHtml(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  return text.replace(TAG, ' ').replace(ENTITY, decodeEntity);
}

const CHAR_FILTERS: Readonly<Record<string, (options: JsonObject) => CharFilter>> = {
  html_strip: () => stripHtml,
  pattern_replace: (options) => {
    const pattern = new RegExp(textOf(options['pattern'] ?? ''), 'gu');
    const replacement = textOf(options['replacement'] ?? '');
    return (text) => text.replace(pattern, replacement);
  },
};

function mapTerms(change: (term: string) => string): TokenFilter {
  return (tokens) => {
    for (const token of tokens) token.term = change(token.term);
    return tokens;
  };
}

function stop(options: JsonObject): TokenFilter {
  const listed = options['stopwords'] ?? '_english_';
  const words = isList(listed) ? new Set(stringsOf(listed)) : stopWords(textOf(listed));
  if (words === null) throw invalidSetting(`Unknown stop words [${textOf(listed)}]`);
  return (tokens) => tokens.filter((token) => !words.has(token.term));
}

function stem(options: JsonObject): TokenFilter {
  const language = textOf(options['language'] ?? options['name'] ?? 'english');
  const change = stemmer(language);
  if (change === null) throw invalidSetting(`Unknown stemmer [${language}]`);
  return mapTerms(change);
}

function shingles(options: JsonObject): TokenFilter {
  const smallest = Number(options['min_shingle_size'] ?? 2);
  const largest = Number(options['max_shingle_size'] ?? 2);
  return (tokens) =>
    tokens.flatMap((first, at) => {
      const grown = [first];
      for (let size = smallest; size <= largest && at + size <= tokens.length; size++) {
        const words = tokens.slice(at, at + size);
        const term = words.map((word) => word.term).join(' ');
        grown.push({ ...first, term, end: words.at(-1)?.end ?? first.end });
      }
      return grown;
    });
}

function edges(options: JsonObject): TokenFilter {
  const smallest = Number(options['min_gram'] ?? 1);
  const largest = Number(options['max_gram'] ?? 2);
  return (tokens) => {
    const grams: Token[] = [];
    for (const { term, position, start, end } of tokens) {
      for (let size = smallest; size <= Math.min(largest, term.length); size++) {
        grams.push({ term: term.slice(0, size), position, start, end });
      }
    }
    return grams;
  };
}

const TOKEN_FILTERS: Readonly<Record<string, (options: JsonObject) => TokenFilter>> = {
  lowercase: () => mapTerms((term) => term.toLowerCase()),
  asciifolding: () => mapTerms(foldAccents),
  /** No-op: the tokenizer already drops elided articles. */
  elision: () => (tokens) => tokens,
  stop,
  stemmer: stem,
  shingle: shingles,
  edge_ngram: edges,
};

export function charFilter(type: string, options: JsonObject): CharFilter {
  const make = CHAR_FILTERS[type];
  if (!make) throw invalidSetting(`Unknown char_filter type [${type}]`);
  return make(options);
}

export function tokenFilter(type: string, options: JsonObject): TokenFilter {
  const make = TOKEN_FILTERS[type];
  if (!make) throw invalidSetting(`Unknown filter type [${type}]`);
  return make(options);
}
