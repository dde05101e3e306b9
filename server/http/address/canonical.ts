/**
 * One spelling for each address (P-89; RFC 3986, 6.2.2). Routing decodes a path, resolves its dots and takes
 * route words in any case; limits, lanes and body sizes compare text. Decided once, they see the same path.
 */

/** A pattern of the URL map, by segments: `:locale/account/sales/:id`. */
export type RoutePattern = readonly string[];

export type Address =
  | { kind: 'canonical' }
  /** The same address in its one spelling. */
  | { kind: 'respelled'; target: string }
  /** No address of any page: undecodable, absolute-form, `*`, hidden separators. */
  | { kind: 'malformed' };

const malformed: Address = { kind: 'malformed' };
/** RFC 3986 pchar and `/`; the fragment never reaches a server. */
const pathCharacters = /^\/[\w\-.~!$&'()*+,=:@%/]*$/;
const unreserved = /^[\w\-.~]$/;
/** Characters that end a segment somewhere on its way: never part of one here. */
const separators = /[\u0000-\u001f\u007f/\\;]/;
/** Soft hyphens and blanks of no width, which a copied address may have anywhere. */
const unseen = /%(?:C2%AD|E2%80%8[B-F]|E2%81%A0|EF%BB%BF)/g;
const locales = new Set(['fr', 'nl', 'en']);

/** Percent-encoding only where it is needed, in upper case; null when it does not decode. */
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

/** Without empty segments and dots (RFC 3986, 5.2.4). */
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

/** Route words in lower case, as the URL map has them; keys of the ERP keep theirs. */
function withRouteWords(segments: readonly string[], patterns: readonly RoutePattern[]): string[] {
  const best = patterns.find((pattern) => matches(pattern, segments)) ?? [];
  return segments.map((segment, at) => {
    const lower = segment.toLowerCase();
    const isLocale = at === 0 && locales.has(lower);
    return isLocale || (best[at] !== undefined && isWord(best[at])) ? lower : segment;
  });
}

/**
 * What mail and chat programs take along from the text around an address: blanks, line ends, the signs of the sentence,
 * quotation marks and brackets: `>`, `"`, `]`, `}`, `»`, `’`, `”`, `…`. No `=`, `_` or `-`: a token may end with one.
 */
const textEnds = [
  ...['%20', '%C2%A0', '%2C', '%09', '%0A', '%0D', '.', ',', '!', ':', "'", '%27'],
  ...['%3E', '%22', '%5D', '%7D', '%C2%BB', '%E2%80%99', '%E2%80%9D', '%E2%80%A6'],
];
/** Signs behind an address that no path may hold, and that browsers send as they are. */
const foreignEnds = new Set([']', '|', ';']);
/** Parameters whose question mark a mail program has encoded, or a tracking service has left out. */
const lostMark = /(?:&|%26|%3F)(?=[\w.-]+(?:=|%3D))/i;

/** Path and query of a target (RFC 3986, 3), as they were before they were copied out of a text. */
function partsOf(target: string): { path: string; query: string } {
  // An address that is copied from the source of a page has `&amp;` for `&`. A browser encodes the semicolon of typed text.
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

/** Not by a pattern: of a long run that ends otherwise it would try each start. */
function withoutText(text: string): string {
  let end = text.length;
  const ends = text.includes('(') ? textEnds : [...textEnds, ')'];
  const isBehind = (one: string): boolean =>
    text.slice(Math.max(0, end - one.length), end).toUpperCase() === one;
  for (;;) {
    const behind = ends.find(isBehind);
    if (behind === undefined) return text.slice(0, end);
    end -= behind.length;
  }
}

/** A line end is nothing that a path may hold: it goes, with what stands behind it, before the rest is read. */
function withoutLineEnd(path: string): string {
  const bare = withoutText(path);
  const at = path.slice(bare.length).search(/%0[9ad]/i);
  return at < 0 ? path : path.slice(0, bare.length + at);
}

/** Without the end that came along from a text, where a page lies there. */
function namedBy(segments: readonly string[], patterns: readonly RoutePattern[]) {
  const kept = [...segments];
  let last = kept.pop();
  while (last !== undefined && withoutText(last) === '') last = kept.pop();
  if (last !== undefined) kept.push(withoutText(last));
  const [first = ''] = kept;
  const isHome = kept.length === 0 || (kept.length === 1 && locales.has(first.toLowerCase()));
  return isHome || patterns.some((pattern) => matches(pattern, kept)) ? kept : segments;
}

/** Those that name a word, the ones with most words first: where several match, most of the address is ours in it. */
export const byWords = (patterns: readonly RoutePattern[]): readonly RoutePattern[] =>
  patterns
    .filter((pattern) => wordsOf(pattern) > 0)
    .sort((one, other) => wordsOf(other) - wordsOf(one));

/** Segments of small letters, digits and signs that end no text have one spelling, whatever their route: most addresses. */
const plainPath = /^(?:\/[a-z\d\-_~$*+=@]+)+$/;

/** How the target of a request is spelled: `patterns` are those of the URL map, `byWords`. */
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
