/**
 * Determines the canonical spelling of each address (P-89; RFC 3986, 6.2.2). The router decodes paths, resolves dot
 * segments and matches route words in any case, while limits, priorities and body sizes compare text. Normalizing first
 * makes all of them see the same path.
 */

/** Pattern of the URL map, split into segments: `:locale/account/sales/:id`. */
export type RoutePattern = readonly string[];

export type Address =
  | { kind: 'canonical' }
  /** The same address in its canonical spelling. */
  | { kind: 'respelled'; target: string }
  /** The target is the address of no page: it cannot be decoded, is in absolute form or `*`, or hides separators. */
  | { kind: 'malformed' };

const malformed: Address = { kind: 'malformed' };
/** Characters of RFC 3986 pchar and `/`; browsers do not send the fragment to a server. */
const pathCharacters = /^\/[\w\-.~!$&'()*+,=:@%/]*$/;
const unreserved = /^[\w\-.~]$/;
/** Some component may treat these characters as the end of a path segment, so no segment may contain them. */
const separators = /[\u0000-\u001f\u007f/\\;]/;
/** Soft hyphens and zero-width spaces, which a copied address may contain anywhere. */
const unseen = /%(?:C2%AD|E2%80%8[B-F]|E2%81%A0|EF%BB%BF)/g;
const locales = new Set(['fr', 'nl', 'en']);

/** Percent-encodes only where necessary, in upper case; null when the segment does not decode. */
function respelledSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    if (separators.test(decodeURIComponent(segment))) return null;
  } catch {
    return null;
  }
  const respelled = segment.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return unreserved.test(character) ? character : triplet.toUpperCase();
  });
  return respelled.replace(unseen, '');
}

/** Removes empty segments and dot segments (RFC 3986, 5.2.4). */
function withoutDots(segments: readonly string[]): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept;
}

const isWord = (part: string): boolean => part !== '*' && !part.startsWith(':');

function matches(pattern: RoutePattern, segments: readonly string[]): boolean {
  const hasRest = pattern.at(-1) === '*';
  const fixed = hasRest ? pattern.slice(0, -1) : pattern;
  if (hasRest ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((part, at) => !isWord(part) || part === segments[at]?.toLowerCase());
}

const wordsOf = (pattern: RoutePattern): number => pattern.filter(isWord).length;

/** Lowercases route words as in the URL map; keys of the ERP keep their case. */
function withRouteWords(segments: readonly string[], patterns: readonly RoutePattern[]): string[] {
  const best = patterns.find((pattern) => matches(pattern, segments)) ?? [];
  return segments.map((segment, at) => {
    const lower = segment.toLowerCase();
    const isLocale = at === 0 && locales.has(lower);
    return isLocale || (best[at] !== undefined && isWord(best[at])) ? lower : segment;
  });
}

/**
 * What mail and chat programs copy along with an address: spaces, line breaks, sentence punctuation, quotation marks,
 * brackets, dashes and the asterisks of bold text: `>`, `"`, `]`, `}`, `|`, `` ` ``, `»`, `’`, `”`, `…`, `–`, `—`, `‹`,
 * `›`. Not `=`, `_` or `-`, because a token may end with one.
 */
const textEnds = [
  '%20',
  '%C2%A0',
  '%2C',
  '%09',
  '%0A',
  '%0D',
  '.',
  ',',
  '!',
  ':',
  "'",
  '%27',
  '%3E',
  '%22',
  '%5D',
  '%7D',
  '%7C',
  '%60',
  '*',
  '%2A',
  '&',
  '%26',
  '&GT',
  '&QUOT',
  '%C2%BB',
  '%E2%80%99',
  '%E2%80%9D',
  '%E2%80%A6',
  '%E2%80%93',
  '%E2%80%94',
  '%E2%80%B9',
  '%E2%80%BA',
];
/** Characters after an address that no path may contain and that browsers send unencoded. */
const foreignEnds = new Set([']', '|', ';']);
/** Query parameters whose question mark a mail program has encoded or a tracking service has dropped. */
const lostMark = /(?:&|%26|%3F)(?=[\w.-]+(?:=|%3D))/i;

/** Splits a target into path and query (RFC 3986, 3) and repairs what copying from a text has changed. */
function partsOf(target: string): { path: string; query: string } {
  // An address copied from the source of a page contains `&amp;` for `&`. A browser encodes the semicolon of typed
  // text.
  const plain = target.replace(/&(?:amp;)+/g, '&');
  const mark = plain.indexOf('?');
  if (mark >= 0) return { path: plain.slice(0, mark), query: plain.slice(mark) };
  let end = plain.length;
  while (foreignEnds.has(plain[end - 1] ?? '')) end -= 1;
  const path = plain.slice(0, end);
  const lost = lostMark.exec(path);
  if (!lost) return { path, query: '' };
  const rest = path.slice(lost.index + lost[0].length);
  const query = rest.replaceAll(/%3D/gi, '=').replaceAll(/%26/g, '&');
  return { path: path.slice(0, lost.index), query: `?${query}` };
}

/** Removes copied text from the end. A regular expression would retry from every position of a long run. */
function withoutText(text: string): string {
  let end = text.length;
  const ends = /\(|%28/.test(text) ? textEnds : [...textEnds, ')', '%29'];
  const isBehind = (one: string): boolean =>
    text.slice(Math.max(0, end - one.length), end).toUpperCase() === one;
  for (;;) {
    const behind = ends.find(isBehind);
    if (behind === undefined) return text.slice(0, end);
    end -= behind.length;
  }
}

/** Cuts a copied path at its first encoded line break, because no path of a page contains one. */
function withoutLineEnd(path: string): string {
  const bare = withoutText(path);
  const at = path.slice(bare.length).search(/%0[9ad]/i);
  return at < 0 ? path : path.slice(0, bare.length + at);
}

/** Removes the copied end of an address if the result is the address of a page. */
function namedBy(segments: readonly string[], patterns: readonly RoutePattern[]) {
  const kept = [...segments];
  let last = kept.pop();
  while (last !== undefined && withoutText(last) === '') last = kept.pop();
  if (last !== undefined) kept.push(withoutText(last));
  const [first = ''] = kept;
  const isHome = kept.length === 0 || (kept.length === 1 && locales.has(first.toLowerCase()));
  return isHome || patterns.some((pattern) => matches(pattern, kept)) ? kept : segments;
}

/** Patterns with at least one fixed word, those with most words first: the most specific match wins. */
export const byWords = (patterns: readonly RoutePattern[]): readonly RoutePattern[] =>
  patterns
    .filter((pattern) => wordsOf(pattern) > 0)
    .sort((one, other) => wordsOf(other) - wordsOf(one));

/** Fast path for most addresses: lowercase letters, digits and safe signs have a single spelling on every route. */
const plainPath = /^(?:\/[a-z\d\-_~$+=@]+)+$/;

/** Classifies the spelling of a request target. `patterns`: those of the URL map, sorted by `byWords`. */
export function addressOf(target: string, patterns: readonly RoutePattern[]): Address {
  const { path, query } = partsOf(target);
  const isAsSent = target === path + query;
  if (isAsSent && plainPath.test(path)) return { kind: 'canonical' };
  if (!pathCharacters.test(path)) return malformed;
  const segments: string[] = [];
  for (const segment of withoutLineEnd(path).split('/')) {
    const respelled = respelledSegment(segment);
    if (respelled === null) return malformed;
    segments.push(respelled);
  }
  const named = namedBy(withoutDots(segments), patterns);
  const canonical = `/${withRouteWords(named, patterns).join('/')}`;
  if (isAsSent && canonical === path) return { kind: 'canonical' };
  return { kind: 'respelled', target: canonical + query };
}
