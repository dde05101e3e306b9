/**
 * Parses responses of the engine. A document whose text is the same as before is not parsed again: its hit gets the
 * object of the last time, so readers recognise an unchanged document by identity. The objects are frozen, because
 * responses share them.
 */
import { LRUCache } from 'lru-cache';

interface Known {
  text: string;
  value: object;
}

/** About two thousand documents. Text and object together take about four bytes per character. */
const mostBytes = 24e6;
/** Longer documents are rare and not cached. */
const longest = 50_000;
/** Queries request different properties of a document, so it has several texts. */
const textsPerDocument = 3;

const known = new LRUCache<string, readonly Known[]>({
  maxSize: mostBytes,
  sizeCalculation: (texts, key) =>
    texts.reduce((sum, { text }) => sum + 4 * text.length, 2 * key.length + 100),
});

/** Occurs in a response only as a property with an object: inside a text its quotation marks would be escaped. */
const marker = '"_source":{';
/** The names of index and document come shortly before the document. */
const longestHead = 400;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function freeze(value: unknown): void {
  if (!isRecord(value)) return;
  Object.freeze(value);
  for (const name in value) freeze(value[name]);
}

const quote = 34;
const backslash = 92;
const open = 123;
const close = 125;

/** The position after the text that starts at the quotation mark `from`; -1 when it has no end. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
}

/** The position after the object that starts at `from`; -1 when it has no end. */
function endOfObject(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfText(json, at) - 1;
      if (at < 0) return -1;
    } else if (code === open) depth += 1;
    else if (code === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Index and id of the hit whose document starts at `at`; empty if the response has them after the document. */
function keyAt(json: string, from: number, at: number): string {
  const head = json.slice(Math.max(from, at - longestHead), at);
  const index = head.lastIndexOf('"_index":"');
  const id = index === -1 ? -1 : head.indexOf('"_id":"', index);
  const end = id === -1 ? -1 : head.indexOf('"', id + '"_id":"'.length);
  // A copy: a part of a text keeps the whole text in memory.
  return end === -1 ? '' : copyOf(head.slice(index, end));
}

const copyOf = (text: string): string => Buffer.from(text).toString();

/** The document at `from`. One that begins with a known text is that text, because no object is the start of another. */
function documentAt(json: string, from: number, key: string): { value: object; end: number } {
  const texts = known.get(key) ?? [];
  for (const { text, value } of texts) {
    const end = from + text.length;
    if (json.slice(from, end) === text) return { value, end };
  }
  const end = endOfObject(json, from);
  if (end === -1) throw new SyntaxError('a document has no end');
  const text = copyOf(json.slice(from, end));
  const value = JSON.parse(text) as object;
  freeze(value);
  if (key !== '' && text.length <= longest)
    known.set(key, [{ text, value }, ...texts].slice(0, textsPerDocument));
  return { value, end };
}

/** Puts the documents into the hits, which have their positions instead. Returns how many it put. */
function putInto(answer: unknown, documents: readonly object[]): number {
  const hits = isRecord(answer) && isRecord(answer['hits']) ? answer['hits']['hits'] : null;
  if (!Array.isArray(hits)) return 0;
  let count = 0;
  for (const hit of hits as readonly unknown[]) {
    if (!isRecord(hit)) continue;
    const position = hit['_source'];
    if (typeof position === 'number') {
      hit['_source'] = documents[position];
      count += 1;
    }
    const inner = hit['inner_hits'];
    if (isRecord(inner)) for (const name in inner) count += putInto(inner[name], documents);
  }
  return count;
}

/** Null when the response has documents in other places than its hits, or is no valid JSON. */
function parseByDocument<T>(json: string, parse: (rest: string) => T): T | null {
  const documents: object[] = [];
  let rest = '';
  let from = 0;
  for (let at = json.indexOf(marker); at !== -1; at = json.indexOf(marker, from)) {
    const start = at + marker.length - 1;
    const { value, end } = documentAt(json, start, keyAt(json, from, at));
    rest += `${json.slice(from, start)}${documents.length}`;
    documents.push(value);
    from = end;
  }
  const answer = parse(rest + json.slice(from));
  const answers = isRecord(answer) ? answer['responses'] : null;
  const parts: readonly unknown[] = Array.isArray(answers) ? answers : [answer];
  const count = parts.reduce<number>((sum, part) => sum + putInto(part, documents), 0);
  return count === documents.length ? answer : null;
}

/** Parses a response; `parse` parses JSON without documents, or a response that has them in unusual places. */
export function parseKeepingSources<T>(json: string, parse: (rest: string) => T): T {
  if (!json.includes(marker)) return parse(json);
  try {
    return parseByDocument(json, parse) ?? parse(json);
  } catch {
    return parse(json);
  }
}
