/**
 * Rules for a posted body, applied before any form parser (P-88). Bracketed names create arrays as long as their index,
 * and nested ones make the parser recurse. All forms of the shop follow these rules.
 */
import { boundaryOf, kindOf } from './body-kind';
import { arePlainParts } from './multipart-parts';

/** A field, or a field of a row: `tx`, `q.1024`; the rows of the cart and of ERP forms contain their key. */
const plainName = /^[A-Za-z][\w-]{0,63}(?:\.[\w-]{1,64})?$/;
/** `q.7|{"size":"M"}`: the options of a cart line (at most 2,000 characters of JSON). */
const lineName = /^[bq]\.\d{1,10}\|\{[^\u0000-\u001f]{0,2100}$/;
/** `f.key:choice`: a checkbox of an ERP form. */
const boxName = /^f\.[^\u0000-\u001f]{1,400}$/;

const maxFields = 4_000;
/** No page with a file has more; the platform's parser needs some milliseconds for this many. */
const maxParts = 1_000;
/** Options of a cart line are nested in a transaction, which is nested in a batch. */
const maxJsonDepth = 24;

const isName = (name: string): boolean =>
  plainName.test(name) || boxName.test(name) || lineName.test(name);

function countOf(text: string, part: string, atMost: number): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0 && count <= atMost; at = text.indexOf(part, at + 1))
    count += 1;
  return count;
}

/** Depth of brackets outside strings, measured in one pass without recursion. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

const hasNames = (names: Iterable<string>): boolean => {
  for (const name of names) if (!isName(name)) return false;
  return true;
};

async function isMultipartForm(body: Buffer<ArrayBuffer>, type: string): Promise<boolean> {
  const boundary = boundaryOf(type);
  if (!boundary) return false;
  if (!arePlainParts(body, boundary, maxParts)) return false;
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    return hasNames(form.keys());
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Whether the body that begins with these bytes may still be acceptable. It only counts separators, so that a form of
 * thousands of fields or headers is rejected before it has arrived.
 */
export function mayBeAcceptable(start: Buffer, type: string): boolean {
  switch (kindOf(type)) {
    case 'form':
      return countOf(start.toString('latin1'), '&', maxFields) < maxFields;
    case 'multipart': {
      const boundary = boundaryOf(type);
      return boundary === null || arePlainParts(start, boundary, maxParts);
    }
    default:
      return true;
  }
}

/** Whether a body of this content type may be passed to a parser. */
export async function isAcceptable(body: Buffer<ArrayBuffer>, type: string): Promise<boolean> {
  switch (kindOf(type)) {
    case 'form': {
      const text = body.toString('utf8');
      return (
        countOf(text, '&', maxFields) < maxFields && hasNames(new URLSearchParams(text).keys())
      );
    }
    case 'multipart':
      return isMultipartForm(body, type);
    case 'json':
      return jsonDepth(body.toString('utf8')) <= maxJsonDepth;
    case 'other':
      return false;
  }
}
