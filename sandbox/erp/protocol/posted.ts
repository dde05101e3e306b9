/** Parses the body of a request in the format of its route. Broken JSON is rejected before the sign-in is checked. */
import type { Uploaded } from '../call';
import type { ErpRequest, Refusal } from './exchange';
import {
  NOTHING_POSTED,
  bodyText,
  isJsonType,
  notAnObject,
  parseForm,
  parseJson,
  parseMultipart,
} from './body';
import type { Route } from './router';

export interface ReadBody {
  value: unknown;
  fields: Readonly<Record<string, string>>;
  files: readonly Uploaded[];
  /** True for a sync without transactions, by which clients read the cart. */
  isEmptySync: boolean;
  /** A wrong content type, reported only after the sign-in check. */
  fault: Refusal | null;
}

function isEmptySync(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('transactions' in value)) return false;
  return Array.isArray(value.transactions) && value.transactions.length === 0;
}

function readJson(request: ErpRequest, jsonTypeOnly: boolean): ReadBody {
  const text = bodyText(request.body);
  const typed = isJsonType(request.headers?.['content-type']);
  const nothing = { ...NOTHING_POSTED, isEmptySync: false, fault: null };
  if (jsonTypeOnly && !typed && text !== '')
    return { ...nothing, value: text, fault: notAnObject(text) };
  const value = parseJson(text);
  return { ...nothing, value, isEmptySync: isEmptySync(value) };
}

export async function readPosted(
  route: Route,
  request: ErpRequest,
  jsonTypeOnly: boolean,
): Promise<ReadBody> {
  const plain = { value: undefined, isEmptySync: false, fault: null };
  const kind = route.body ?? (route.method === 'POST' || route.method === 'PUT' ? 'json' : 'none');
  if (kind === 'multipart') {
    const type = request.headers?.['content-type'];
    return { ...plain, ...(await parseMultipart(request.body, type)) };
  }
  if (kind === 'form') return { ...plain, ...parseForm(bodyText(request.body)) };
  return kind === 'none' ? { ...plain, ...NOTHING_POSTED } : readJson(request, jsonTypeOnly);
}
