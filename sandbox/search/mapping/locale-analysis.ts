/** Index settings per locale (contract/search.md 1.2): one block in which only the three marked filters differ. */
import type { Lang } from '../../world';

type Filters = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const ARTICLES = [
  'l',
  'm',
  't',
  'qu',
  'n',
  's',
  'j',
  'd',
  'c',
  'jusqu',
  'quoiqu',
  'lorsqu',
  'puisqu',
];

const LOCALE_FILTERS: Readonly<Record<Lang, Filters>> = {
  fr: {
    shop_elision: { type: 'elision', articles_case: true, articles: ARTICLES },
    shop_stop: { type: 'stop', stopwords: '_french_' },
    shop_stem: { type: 'stemmer', language: 'light_french' },
  },
  nl: {
    shop_stop: { type: 'stop', stopwords: '_dutch_' },
    shop_stem: { type: 'stemmer', language: 'dutch' },
  },
  en: {
    shop_elision: { type: 'stemmer', language: 'possessive_english' },
    shop_stop: { type: 'stop', stopwords: '_english_' },
    shop_stem: { type: 'stemmer', language: 'english' },
  },
};

function textFilters(lang: Lang): string[] {
  const chain = ['lowercase', 'shop_stop', 'shop_stem', 'asciifolding'];
  return lang === 'nl' ? chain : ['shop_elision', ...chain];
}

export function indexSettings(lang: Lang): Record<string, unknown> {
  const html = ['html_strip'];
  const folding = ['lowercase', 'asciifolding'];
  const squeeze = ['shop_squeeze'];
  return {
    number_of_shards: 1,
    number_of_replicas: 0,
    analysis: {
      char_filter: {
        shop_squeeze: { type: 'pattern_replace', pattern: '[^\\p{L}\\p{N}]+', replacement: '' },
      },
      filter: {
        ...LOCALE_FILTERS[lang],
        shop_shingle: { type: 'shingle', min_shingle_size: 2, max_shingle_size: 4 },
        shop_edge: { type: 'edge_ngram', min_gram: 3, max_gram: 20 },
      },
      analyzer: {
        shop_text: {
          type: 'custom',
          char_filter: html,
          tokenizer: 'standard',
          filter: textFilters(lang),
        },
        shop_plain: { type: 'custom', char_filter: html, tokenizer: 'standard', filter: folding },
        shop_shingles: {
          type: 'custom',
          tokenizer: 'standard',
          filter: [...folding, 'shop_shingle'],
        },
        shop_code_prefix: {
          type: 'custom',
          char_filter: squeeze,
          tokenizer: 'keyword',
          filter: ['lowercase', 'shop_edge'],
        },
        shop_code_exact: {
          type: 'custom',
          char_filter: squeeze,
          tokenizer: 'keyword',
          filter: ['lowercase'],
        },
      },
      normalizer: {
        shop_fold: { type: 'custom', filter: folding },
        shop_code: { type: 'custom', char_filter: squeeze, filter: ['lowercase'] },
      },
    },
  };
}
