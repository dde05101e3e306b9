/**
 * Tokenizers (contract/search.md 1.2 and 7.1). `standard` splits at everything that is neither a letter nor a digit,
 * except a decimal sign within a number (`0,5`) and a point between letters. This approximates the Unicode rules of a
 * real node. It drops elided articles (`l'`, `d'`) and an English or Dutch `'s`, so that "amoxicilline" finds
 * "d'amoxicilline" in every analyzer.
 */
export interface Token {
  term: string;
  /** Position among the tokens of the text; a removed stop word leaves a gap. */
  position: number;
  start: number;
  end: number;
}

const WORD =
  /[\p{L}\p{N}\p{M}_]+(?:(?:(?<=\p{N})[.,;](?=\p{N})|(?<=\p{L})[.·](?=\p{L}))[\p{L}\p{N}\p{M}_]+)*/gu;
const ELIDED = new Set(['l', 'd', 'm', 't', 'n', 's', 'j', 'c', 'qu', 'jusqu', 'lorsqu', 'puisqu']);
const LETTER = /\p{L}/u;

function isApostrophe(character: string | undefined): boolean {
  return character === "'" || character === '’';
}

function isElided(text: string, word: string, end: number): boolean {
  return (
    isApostrophe(text[end]) && LETTER.test(text[end + 1] ?? ' ') && ELIDED.has(word.toLowerCase())
  );
}

function isPossessive(text: string, word: string, start: number): boolean {
  return (
    (word === 's' || word === 'S') &&
    isApostrophe(text[start - 1]) &&
    LETTER.test(text[start - 2] ?? ' ')
  );
}

export function standardTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const mayElide = text.includes("'") || text.includes('’');
  for (const match of text.matchAll(WORD)) {
    const term = match[0];
    const start = match.index;
    const end = start + term.length;
    if (mayElide && (isElided(text, term, end) || isPossessive(text, term, start))) continue;
    tokens.push({ term, position: tokens.length, start, end });
  }
  return tokens;
}

export function keywordToken(text: string): Token[] {
  return text === '' ? [] : [{ term: text, position: 0, start: 0, end: text.length }];
}
