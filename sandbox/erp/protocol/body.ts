/**
 * Parses bodies like the real server: JSON with Python's additional numbers, positions of errors in broken JSON,
 * multipart and form posts (contract/erp.md 2.2, 3.2, 3.3, 10.7).
 */
import type { Uploaded } from '../call';
import { Refusal, badRequest } from './exchange';

const TRANSPORT_TEXT = 'There was an error parsing the body';

/** Decodes a body. Bytes that are not UTF-8 get a 400, and nothing is applied. */
export function bodyText(body: string | Uint8Array | undefined): string {
  if (body === undefined) return '';
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    if (cause instanceof TypeError) throw badRequest(TRANSPORT_TEXT);
    throw cause;
  }
}

/**
 * The real server accepts `NaN` and `Infinity` as numbers. Here they become 1e999, which JSON.parse reads as infinite.
 * All of them mean a number that cannot be stored.
 */
function withPlainNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (token) => {
    if (token.startsWith('"')) return token;
    return token.startsWith('-') ? '-1e999' : '1e999';
  });
}

function jsonFault(text: string, cause: SyntaxError): Refusal {
  const position = /position (\d+)/.exec(cause.message)?.[1];
  const wantsName = /property name|double-quoted/.test(cause.message);
  const error = wantsName ? 'Expecting property name enclosed in double quotes' : 'Expecting value';
  return new Refusal(422, [
    {
      type: 'json_invalid',
      loc: ['body', position === undefined ? text.length : Number(position)],
      msg: 'JSON decode error',
      input: {},
      ctx: { error },
    },
  ]);
}

/** Parses the text as JSON; `undefined` if there is no body. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(withPlainNumbers(text));
    return value;
  } catch (cause) {
    if (cause instanceof SyntaxError) throw jsonFault(text, cause);
    throw cause;
  }
}

export function isJsonType(type: string | undefined): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(type ?? '');
}

/** The 422 for a JSON body that is not an object. */
export function notAnObject(input: unknown): Refusal {
  return new Refusal(422, [
    {
      type: 'model_attributes_type',
      loc: ['body'],
      msg: 'Input should be a valid dictionary or object to extract fields from',
      input,
    },
  ]);
}

export function missingPart(name: string): Refusal {
  return new Refusal(422, [
    { type: 'missing', loc: ['body', name], msg: 'Field required', input: null },
  ]);
}

interface Posted {
  fields: Record<string, string>;
  files: Uploaded[];
}

export const NOTHING_POSTED: Posted = { fields: {}, files: [] };

export function parseForm(text: string): Posted {
  return { fields: Object.fromEntries(new URLSearchParams(text)), files: [] };
}

export async function parseMultipart(
  body: string | Uint8Array | undefined,
  type: string | undefined,
): Promise<Posted> {
  if (!type?.startsWith('multipart/form-data')) return NOTHING_POSTED;
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body ?? []);
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    const posted: Posted = { fields: {}, files: [] };
    for (const [field, value] of form.entries()) {
      if (typeof value === 'string') posted.fields[field] = value;
      else {
        const content = new Uint8Array(await value.arrayBuffer());
        posted.files.push({ field, name: value.name, type: value.type, bytes: content });
      }
    }
    return posted;
  } catch (cause) {
    if (cause instanceof TypeError) throw badRequest(TRANSPORT_TEXT);
    throw cause;
  }
}
