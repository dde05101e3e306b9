/**
 * A form whose effect is not a cart line happens once, however often it arrives: double click, reload, Back
 * (P-58). Its key is claimed in the store before the ERP is called, and the result is kept beside it, so
 * that the second arrival leads to what the first one did.
 *
 * Quirk: when the ERP's answer is lost the outcome is unknown; the claim then stays, the same form
 * is never sent a second time, and the customer is asked to look first. The same for a form that is older than
 * what the store remembers (P-96).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { formUuid } from './form-uuid.server';
import { forgottenBy } from './forgotten.server';
import { ownerHash } from '../owner-hash.server';
import { isInDoubt, isUpstreamFailure } from '~/base/kernel/failure';
import { atLast } from '../at-last.server';
import type { PageRequest } from '../page';

type Page = Pick<PageRequest, 'context'>;

export type Idempotent<R> =
  /** `result` is what to lead to; `repeated`: this form had done it before. */
  | { kind: 'done'; result: string; repeated: boolean }
  | { kind: 'refused'; refusal: R }
  /** The ERP is unavailable and surely nothing was done. */
  | { kind: 'unavailable' }
  /** It may have been done: the answer was lost, or the other click is still waiting for it. */
  | { kind: 'in-doubt' };

export type Act<R> = () => Promise<{ ok: true; value: string } | { ok: false; refusal: R }>;

const rememberedSeconds = 3 * 24 * 60 * 60;
const patienceMs = 9_000;
const pauseMs = 250;
/** First arrivals that did nothing, one after the other. */
const mostTurns = 4;

/** `by`: the request that claimed it; earlier releases wrote none. */
const ClaimWire = z.object({ result: z.string().nullable(), by: z.string().default('') });

/** A visitor has only the token, which cannot be guessed. */
const keyOf = ({ context: { session } }: Page, token: string): string => {
  const owner = session.kind === 'customer' ? ownerHash(session.customer.owner) : 'visitor';
  return `form:${owner}:${token}`;
};

type Store = PageRequest['context']['keyValueStore'];
type First = { state: 'done'; result: string } | { state: 'unknown' } | { state: 'free' };

/** What the first arrival did; `free` when it did nothing and has given its claim back. */
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
 * Ends the claim of the request `by`: with its result, or (null) as if it had never been. No other request
 * writes to a claim that stands: the one that was read is still there.
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

/** A claim that its request cannot end would stand for three days, and the customer look for what was never done. */
const endClaimAtLast = (store: Store, key: string, by: string, result: string | null) =>
  atLast(() => endClaim(store, key, by, result));

/**
 * What a form that changes something is known by: its key and what it says. Back, another word and sent
 * again is another form; taken for the first one, it would be answered as saved and its words be lost.
 */
export const idempotencyKeyOf = (
  formKey: string,
  form: URLSearchParams,
  file: { size: number } | null = null,
) => formUuid(formKey, `${form} ${file?.size ?? ''}`);

/** What the form of this key has done; null: nothing, or nothing that is known. */
export async function resultOf(
  page: Pick<PageRequest, 'context'>,
  token: string,
): Promise<string | null> {
  const found = await page.context.keyValueStore.read(keyOf(page, token));
  return found ? ClaimWire.parse(JSON.parse(found.value)).result : null;
}

/** Claims the key for this request; null when it is its own now, else what became of the first. */
async function claimed<R>(store: Store, key: string, by: string): Promise<Idempotent<R> | null> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const claim = { version: null, ttlSeconds: rememberedSeconds };
    const isMine = await store
      .write(key, JSON.stringify({ result: null, by }), claim)
      .catch(async (error: unknown) => {
        // It may have been written although the answer was lost.
        await endClaimAtLast(store, key, by, null);
        throw error;
      });
    if (isMine) return null;
    const first = await firstArrival(store, key);
    if (first.state === 'done') return { kind: 'done', result: first.result, repeated: true };
    if (first.state === 'unknown') return { kind: 'in-doubt' };
  }
  return { kind: 'in-doubt' };
}

/** Whether a form of this token may have had its effect before the store began to remember. */
async function isForgotten({ context }: Page, key: string, by: string, token: string) {
  try {
    return (await forgottenBy(context, key))(token);
  } catch (error) {
    await endClaimAtLast(context.keyValueStore, key, by, null);
    throw error;
  }
}

/** Does `act` unless this form has done it; `act` tells the text to remember, an id mostly. */
export async function idempotent<R>(
  page: Page,
  token: string,
  act: Act<R>,
): Promise<Idempotent<R>> {
  const { keyValueStore, log } = page.context;
  const key = keyOf(page, token);
  const by = randomUUID();
  const earlier = await claimed<R>(keyValueStore, key, by);
  if (earlier) {
    if (earlier.kind === 'done')
      log.info({ event: 'form.repeated' }, 'a form came again and was not carried out twice');
    return earlier;
  }
  if (await isForgotten(page, key, by, token)) return { kind: 'in-doubt' };
  try {
    const outcome = await act();
    await endClaimAtLast(keyValueStore, key, by, outcome.ok ? outcome.value : null);
    return outcome.ok
      ? { kind: 'done', result: outcome.value, repeated: false }
      : { kind: 'refused', refusal: outcome.refusal };
  } catch (error) {
    const mayBeDone = isInDoubt(error);
    if (!mayBeDone) await endClaimAtLast(keyValueStore, key, by, null);
    if (!isUpstreamFailure(error) || error.service !== 'erp') throw error;
    log.error(
      { event: 'form.failed', operation: error.operation, reason: error.reason },
      'a form could not be carried out: the ERP is unavailable',
    );
    return { kind: mayBeDone ? 'in-doubt' : 'unavailable' };
  }
}
