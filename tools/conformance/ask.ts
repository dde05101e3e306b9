/** Sends one request to an ERP under test and returns its response or the failure. Retries a slow request once. */
import { redirectPlace, whyUnanswered } from '../answers-of-servers';
import { parseJson } from './json';

export interface Asked {
  status: number;
  type: string;
  cookies: readonly string[];
  /** Target of a redirect, without its query; null if the response is no redirect. */
  leadsTo: string | null;
  /** Undefined if the body is not JSON. */
  json: unknown;
  detail: string;
}
export type Answer = Asked | { failed: 'slow' | 'unreachable' | 'unasked'; why: string };

export interface Question {
  method: string;
  /** Path of the request, relative to the base and without leading slash. */
  path: string;
  body?: unknown;
  token?: string | undefined;
  language?: string;
  form?: FormData;
  /** Never sent twice: a write that the ERP may apply a second time. */
  single?: true;
}

export interface Target {
  /** Base address of the ERP; ends with a slash. */
  base: string;
  patienceMs: number;
  /** Aborts the whole examination: pending requests stop and no further ones start. */
  ends?: AbortSignal;
}

const notAsked: Answer = { failed: 'unasked', why: 'the time limit was reached' };

export const isAnswer = (answer: Answer): answer is Asked => 'status' in answer;

const detailOf = (json: unknown): string => {
  if (typeof json !== 'object' || json === null || !('detail' in json)) return '';
  const { detail } = json;
  return typeof detail === 'string' ? detail.trim() : JSON.stringify(detail);
};

function requestOf({ method, body, token, form, language = 'fr-BE' }: Question): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': language,
  };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (form) return { method, headers, body: form };
  if (body === undefined) return { method, headers };
  return {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function once(target: Target, question: Question): Promise<Answer> {
  const { base, patienceMs, ends } = target;
  if (ends?.aborted) return notAsked;
  const patience = AbortSignal.timeout(patienceMs);
  const url = base + question.path;
  try {
    const response = await fetch(url, {
      ...requestOf(question),
      redirect: 'manual',
      signal: ends ? AbortSignal.any([patience, ends]) : patience,
    });
    const type = response.headers.get('content-type') ?? '';
    const text = await response.text();
    const json = type.includes('json') ? parseJson(text) : undefined;
    const cookies = response.headers.getSetCookie();
    const location = response.headers.get('location');
    const leadsTo = location === null ? null : redirectPlace(location, url);
    return { status: response.status, type, cookies, leadsTo, json, detail: detailOf(json) };
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    if (ends?.aborted) return { failed: 'slow', why: 'no response before the time limit' };
    return isSlow
      ? { failed: 'slow', why: `no answer within ${patienceMs / 1000} s` }
      : { failed: 'unreachable', why: whyUnanswered(error) };
  }
}

/** An ERP that builds its application at the first request answers the second one in time. */
export async function ask(target: Target, question: Question): Promise<Answer> {
  const first = await once(target, question);
  const isSlow = !isAnswer(first) && first.failed === 'slow';
  if (!isSlow || question.single || target.ends?.aborted) return first;
  return once({ ...target, patienceMs: target.patienceMs * 4 }, question);
}
