/**
 * The kinds of ERP call and how each interprets a response (contract/erp.md section 3), for calls without special cases
 * of their own. Each throws UpstreamFailure when the ERP is unavailable and SessionEnded on 401.
 */
import { z } from 'zod';
import type { AppContext } from '../../../server/context';
import type { ErpCall, Schema } from '../../../server/upstream/erp/erp-client';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Part } from '~/base/page/optional';
import { isMissing, isNotInstalled, noteMissing, type Refused } from './capabilities.server';

type Context = Pick<AppContext, 'erp'>;

const anything = z.unknown();

/**
 * Fetches one record, or a list that the page cannot do without; null when the ERP has no such record or refuses the
 * call.
 */
export async function findRecord<T>(
  { erp }: Context,
  call: ErpCall,
  schema: Schema<T>,
): Promise<T | null> {
  const answer = await erp.call(call, schema);
  return answer.kind === 'ok' ? answer.body : null;
}

/**
 * Fetches a list: returns `none` when the ERP response is empty, null when the ERP refuses the call, usually because it
 * lacks the list.
 */
export async function listRecords<T>(
  { erp }: Context,
  call: ErpCall,
  schema: Schema<T>,
  none: T,
): Promise<T | null> {
  const answer = await erp.call(call, schema);
  if (answer.kind === 'refused') return null;
  return answer.kind === 'ok' ? answer.body : none;
}

/**
 * Like `listRecords`, for a call that some ERPs lack: after a response "not installed", it returns null for a while
 * without calling the ERP.
 */
export async function listIfInstalled<T>(
  context: Context,
  call: ErpCall,
  schema: Schema<T>,
  none: T,
): Promise<T | null> {
  const name = `${call.method ?? 'GET'} ${call.path}`;
  if (await isMissing(context, name)) return null;
  const answer = await context.erp.call(call, schema);
  if (answer.kind === 'ok') return answer.body;
  if (answer.kind === 'empty') return none;
  if (isNotInstalled(answer)) await noteMissing(context, name);
  return null;
}

/**
 * Sends a write. Returns the response body, null when it is empty, or the result of `refusalOf` when the ERP refuses
 * the write.
 */
export async function writeRecord<T, R extends { kind: string }>(
  { erp }: Context,
  call: ErpCall,
  schema: Schema<T>,
  refusalOf: (answer: Refused) => R,
): Promise<Outcome<T | null, R>> {
  const answer = await erp.call(call, schema);
  if (answer.kind === 'refused') return refused(refusalOf(answer));
  return done(answer.kind === 'ok' ? answer.body : null);
}

/**
 * Deletes a record. A 404 for an unknown record counts as deleted, because a first try whose response was lost may have
 * deleted it.
 */
export async function deleteRecord<R extends { kind: string }>(
  { erp }: Context,
  call: Pick<ErpCall, 'path' | 'params'>,
  refusalOf: (answer: Refused) => R,
): Promise<Outcome<null, R>> {
  const answer = await erp.call({ ...call, method: 'DELETE' }, anything);
  if (answer.kind !== 'refused') return done(null);
  const refusal = refusalOf(answer);
  return refusal.kind === 'gone' && answer.status === 404 ? done(null) : refused(refusal);
}

/**
 * Fetches one of the choices of a checkout step, such as the carriers: `absent` when this ERP lacks the call,
 * `unavailable` when the ERP refuses it.
 */
export async function readPart<T>(
  { erp }: Context,
  call: ErpCall,
  schema: Schema<T>,
  none: T,
): Promise<Part<T>> {
  const answer = await erp.call(call, schema);
  if (answer.kind === 'refused') return { kind: isNotInstalled(answer) ? 'absent' : 'unavailable' };
  return { kind: 'ok', value: answer.kind === 'ok' ? answer.body : none };
}
