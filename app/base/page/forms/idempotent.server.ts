/**
 * Carries out a posted form once, however often the request arrives: double click, reload, Back (P-58); cart lines have
 * their own mechanism. The key is claimed in the store before the ERP is called, and the result is stored with the
 * claim, so that a repeated request returns the result of the first.
 *
 * When the ERP's response is lost, the outcome is unknown. The claim then stays, the same form is never sent again, and
 * the customer is asked to check first. The same applies to a form that is older than the store's records (P-96).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { formUuid } from './form-uuid.server';
import { createForgottenCheck } from './forgotten.server';
import { ownerHash } from '../owner-hash.server';
import { isInDoubt, isUpstreamFailure } from '~/base/kernel/failure';
import { retryForMinutes } from '../at-last.server';
import type { PageRequest } from '../page';

type Page = Pick<PageRequest, 'context'>;

export type Idempotent<R> =
  /**
   * The form took effect. `result`: text that the action stored, usually an id or a path; `repeated`: an earlier
   * request with the same form produced it.
   */
  | { kind: 'done'; result: string; repeated: boolean }
  | { kind: 'refused'; refusal: R }
  /** The ERP is unavailable and has certainly changed nothing. */
  | { kind: 'unavailable' }
  /** The form may have taken effect: the ERP's response was lost, or an earlier request still waits for it. */
  | { kind: 'in-doubt' };

export type Act<R> = () => Promise<{ ok: true; value: string } | { ok: false; refusal: R }>;

const rememberedSeconds = 3 * 24 * 60 * 60;
const patienceMs = 9_000;
const pauseMs = 250;
/** How often to retry the claim when earlier requests release it without a result. */
const mostTurns = 4;

/**
 * Schema of a claim in the store. `by`: id of the request that holds the claim; earlier releases of the shop did not
 * write it.
 */
const ClaimWire = z.object({ result: z.string().nullable(), by: z.string().default('') });

/** The store key of a claim. For a guest it contains only the form's token, which cannot be guessed. */
const keyOf = ({ context: { session } }: Page, token: string): string => {
  const owner = session.kind === 'customer' ? ownerHash(session.customer.owner) : 'visitor';
  return `form:${owner}:${token}`;
};

type Store = PageRequest['context']['keyValueStore'];
type First = { state: 'done'; result: string } | { state: 'unknown' } | { state: 'free' };

/** Waits for the result of the request that holds the claim; `free` when that request did nothing and released it. */
async function firstArrival(store: Store, key: string): Promise<First> {
  for (let waited = 0; ; waited += pauseMs) {
    const found = await store.read(key);
    if (!found) return { state: 'free' };
    const { result } = ClaimWire.parse(JSON.parse(found.value));
    if (result !== null) return { state: 'done', result };
    if (waited >= patienceMs) return { state: 'unknown' };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Ends the claim of the request `by`: stores its result, or deletes the claim when the result is null. No other request
 * writes to a claim that exists, so the version just read is current.
 */
async function endClaim(store: Store, key: string, by: string, result: string | null) {
  const found = await store.read(key);
  if (!found || ClaimWire.parse(JSON.parse(found.value)).by !== by) return;
  if (result === null) return store.delete(key);
  await store.write(key, JSON.stringify({ result, by }), {
    version: found.version,
    ttlSeconds: rememberedSeconds,
  });
}

/**
 * Ends the claim, and retries until the store is available. Otherwise the claim would remain for three days, and the
 * shop would ask the customer to check for an effect that never happened.
 */
const endClaimWithRetries = (store: Store, key: string, by: string, result: string | null) =>
  retryForMinutes(() => endClaim(store, key, by, result));

/**
 * The key of a form that changes something: its form key and its field values. A customer who goes back, edits and
 * sends again sends a different form; under the first key it would be reported as saved, and the edit would be lost.
 */
export const idempotencyKeyOf = (
  formKey: string,
  form: URLSearchParams,
  file: { size: number } | null = null,
) => formUuid(formKey, `${form} ${file?.size ?? ''}`);

/** The result of the form with this key; null when the form had no effect or its result is unknown. */
export async function resultOf(
  page: Pick<PageRequest, 'context'>,
  token: string,
): Promise<string | null> {
  const found = await page.context.keyValueStore.read(keyOf(page, token));
  return found ? ClaimWire.parse(JSON.parse(found.value)).result : null;
}

/**
 * Claims the key for this request. Returns null when this request now holds it, otherwise the outcome of the earlier
 * request.
 */
async function claimKey<R>(store: Store, key: string, by: string): Promise<Idempotent<R> | null> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const claim = { version: null, ttlSeconds: rememberedSeconds };
    const isMine = await store
      .write(key, JSON.stringify({ result: null, by }), claim)
      .catch(async (error: unknown) => {
        // The claim may have been written although the response was lost.
        await endClaimWithRetries(store, key, by, null);
        throw error;
      });
    if (isMine) return null;
    const first = await firstArrival(store, key);
    if (first.state === 'done') return { kind: 'done', result: first.result, repeated: true };
    if (first.state === 'unknown') return { kind: 'in-doubt' };
  }
  return { kind: 'in-doubt' };
}

/** Whether a form with this token may have taken effect before the store's records begin. */
async function isForgotten({ context }: Page, key: string, by: string, token: string) {
  try {
    return (await createForgottenCheck(context, key))(token);
  } catch (error) {
    await endClaimWithRetries(context.keyValueStore, key, by, null);
    throw error;
  }
}

/** Runs `act` unless this form has run it already; `act` returns the text to store as the result, usually an id. */
export async function runOnce<R>(page: Page, token: string, act: Act<R>): Promise<Idempotent<R>> {
  const { keyValueStore, log } = page.context;
  const key = keyOf(page, token);
  const by = randomUUID();
  const earlier = await claimKey<R>(keyValueStore, key, by);
  if (earlier) {
    if (earlier.kind === 'done')
      log.info({ event: 'form.repeated' }, 'a form came again and was not carried out twice');
    return earlier;
  }
  if (await isForgotten(page, key, by, token)) return { kind: 'in-doubt' };
  try {
    const outcome = await act();
    await endClaimWithRetries(keyValueStore, key, by, outcome.ok ? outcome.value : null);
    return outcome.ok
      ? { kind: 'done', result: outcome.value, repeated: false }
      : { kind: 'refused', refusal: outcome.refusal };
  } catch (error) {
    const mayBeDone = isInDoubt(error);
    if (!mayBeDone) await endClaimWithRetries(keyValueStore, key, by, null);
    if (!isUpstreamFailure(error) || error.service !== 'erp') throw error;
    log.error(
      { event: 'form.failed', operation: error.operation, reason: error.reason },
      'a form could not be carried out: the ERP is unavailable',
    );
    return { kind: mayBeDone ? 'in-doubt' : 'unavailable' };
  }
}
