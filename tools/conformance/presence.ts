/**
 * Detects whether the ERP has a call. Reads use the customer's token. Writes are sent without one, and only if they
 * require a sign-in, so that the ERP rejects them with 401 before it acts. A slow response does not count as absent.
 */
import { isAbsent } from '../../server/upstream/erp/capabilities';
import { isOfCart, type ErpCallEntry } from '../../server/upstream/erp/calls';
import { ask, isAnswer, type Answer, type Asked, type Target } from './ask';
import { kindOf, valuesAt } from './json';
import { shapes, type Field } from './shapes';
import type { Difference } from './traits';

export type Presence =
  'present' | 'absent' | 'refused' | 'slow' | 'unreachable' | 'unavailable' | 'untold' | 'unasked';
export interface Seen {
  facts: ErpCallEntry;
  presence: Presence;
  why: string;
  differences: readonly Difference[];
}

/**
 * A call that the ERP has and that replaces this missing one. Null if there is none, so that the shop hides a feature.
 */
export const standInFor = (
  { facts }: Pick<Seen, 'facts'>,
  all: readonly Pick<Seen, 'facts' | 'presence'>[],
): string | null =>
  (facts.same ?? []).find((call) =>
    all.some((other) => other.facts.call === call && other.presence === 'present'),
  ) ?? null;

/** A call that no ERP has. Its response shows whether this address reports absent calls at all. */
const noCall = 'no_call_of_the_shop';

/** Status with which the address accepts a nonexistent call; null if it reports the call as absent. */
export async function answerToNothing(
  target: Target,
  method: 'GET' | 'POST',
  token?: string,
): Promise<number | null> {
  const body = method === 'POST' ? { body: {} } : {};
  const answer = await ask(target, { method, path: noCall, token, ...body });
  return isAnswer(answer) && answer.status < 500 && !isAbsent(answer) ? answer.status : null;
}

/** Marks calls as undetectable if their response equals that of a nonexistent call. */
export const untoldAmong = (
  seen: readonly Seen[],
  { get, post }: { get: number | null; post: number | null },
): Seen[] =>
  seen.map((one) => {
    const alike = one.facts.call.startsWith('GET ') ? get : post;
    return one.presence === 'present' && alike !== null && one.why === `answers ${alike}`
      ? { ...one, presence: 'untold', why: `answers ${alike}, the same as for a nonexistent call` }
      : one;
  });

const tokenRefused = 'answers 401 to the token';
export const isTokenRefused = (seen: readonly Seen[]): boolean =>
  seen.some(({ why }) => why === tokenRefused);

/**
 * True if the call exists, but the ERP's API user lacks the right to execute it: a 403 to a customer's token, or Odoo's
 * `AccessError` to anyone. A bare 403 without a token demands a sign-in, like 401.
 */
const isRefusedByRights = ({ status, detail }: Asked, signedIn: boolean): boolean =>
  status === 403 && (signedIn || detail === 'AccessError');

/** False for an HTML page or truncated JSON, which come from a proxy or from another server. */
function isReadable({ status, type, json }: Asked): boolean {
  if (status !== 200) return true;
  return type.includes('html') ? false : !type.includes('json') || json !== undefined;
}

const aboutPath = ({ json }: { json: unknown }): boolean =>
  valuesAt(json, 'detail[].loc').some((loc) => Array.isArray(loc) && loc[0] === 'path');

function presenceOf(answer: Answer, facts: ErpCallEntry, signedIn: boolean): [Presence, string] {
  if (!isAnswer(answer)) return [answer.failed, answer.why];
  const { status, type, leadsTo } = answer;
  const said = `answers ${status}`;
  if (isAbsent(answer)) return ['absent', said];
  if (status >= 500 || (status === 404 && !type.includes('json'))) return ['unavailable', said];
  if (status >= 300 && status < 400)
    return ['unavailable', `${said}, a redirect to ${leadsTo ?? 'nowhere'}: the shop follows none`];
  if (!isReadable(answer)) return ['unavailable', `${said} as ${type || 'nothing'}, no JSON`];
  if (facts.blind && signedIn && status === 422 && aboutPath(answer)) return ['absent', said];
  if (signedIn && status === 401) return ['untold', tokenRefused];
  if (isRefusedByRights(answer, signedIn))
    return ['refused', `${said}: rights of the API user at the ERP`];
  if (facts.blind && !signedIn) return ['untold', 'the path also matches another call with an id'];
  return ['present', said];
}

function differencesOf(call: string, json: unknown, fields: readonly Field[]): Difference[] {
  return fields.flatMap(({ path, kinds, without }) => {
    const wrong = valuesAt(json, path)
      .map(kindOf)
      .find((kind) => !kinds.includes(kind));
    const expected = kinds.join(' or ');
    return wrong === undefined
      ? []
      : [{ call, field: path, seen: wrong, expected, means: without }];
  });
}

/** Lists whose first entry gives the id of a record that belongs to the customer. */
const listOf: Readonly<Record<string, string>> = {
  'GET sales/{id}': 'sales?page=1&page_size=1',
  'GET quotations/{id}': 'quotations?page=1&page_size=1',
  'GET wishlists/{id}': 'wishlists?page=1&page_size=1',
};

/** Repeats a call with the id of one of the customer's records: only such a response has the fields of a page. */
export async function readRecord(target: Target, seen: Seen, token: string): Promise<Seen> {
  const { call } = seen.facts;
  const list = listOf[call];
  if (list === undefined || seen.presence !== 'present') return seen;
  const listed = await ask(target, { method: 'GET', path: list, token });
  const [id] = isAnswer(listed) ? valuesAt(listed.json, 'items[].id') : [];
  if (typeof id !== 'number') return seen;
  const path = call.replace('GET ', '').replace('{id}', String(id));
  const answer = await ask(target, { method: 'GET', path, token });
  if (!isAnswer(answer)) return { ...seen, presence: answer.failed, why: answer.why };
  if (answer.status === 200) {
    const fields = shapes[call]?.fields ?? [];
    return { ...seen, differences: differencesOf(call, answer.json, fields) };
  }
  const seenStatus = `${answer.status} for a record of the list`;
  const difference = { call, field: 'status', seen: seenStatus, expected: '200' };
  return { ...seen, differences: [{ ...difference, means: `no ${seen.facts.without}` }] };
}

const someUuid = '00000000-0000-4000-8000-000000000000';

export async function lookFor(
  target: Target,
  facts: ErpCallEntry,
  token: string | undefined,
): Promise<Seen> {
  const [method = 'GET', template = ''] = facts.call.split(' ');
  const path = template.replace('{uuid}', someUuid).replace(/\{\w+\}/g, '0');
  if (facts.publicWrite)
    return { facts, presence: 'untold', why: 'anybody may write: not sent', differences: [] };
  const reads =
    method === 'GET' &&
    !isOfCart(facts) &&
    (!template.includes('{') || template.startsWith('sale_'));
  const shape = reads ? shapes[facts.call] : undefined;
  const answer = await ask(target, {
    method,
    path: path + (shape?.query ?? ''),
    ...(method === 'GET' ? {} : { body: {} }),
    token: reads ? token : undefined,
  });
  const [presence, why] = presenceOf(answer, facts, reads && token !== undefined);
  const json = isAnswer(answer) && answer.status === 200 ? answer.json : undefined;
  const differences =
    shape && json !== undefined ? differencesOf(facts.call, json, shape.fields) : [];
  return { facts, presence, why, differences };
}
