/**
 * A form whose effect is not a cart line happens once, however often it arrives: double click, reload, Back
 * (P-58). Its token is claimed in the store before the ERP is called, and the result is kept beside it, so
 * that the second arrival leads to what the first one did.
 *
 * Quirk: when the ERP's answer is lost the outcome is unknown; the claim then stays, the same form
 * is never sent a second time, and the customer is asked to look first. The same for a form that is older than
 * what the store remembers (P-96).
 */
import { z } from 'zod';
import { formUuid } from './form-uuid.server';
import { forgottenBy } from './forgotten.server';
import { ownerHash } from '../owner-hash.server';
import { isUpstreamFailure } from '~/kernel/failure';
import type { PageRequest } from '../page';

type Page = Pick<PageRequest, 'context'>;

export { IdempotencyKey } from './form-uuid.server';

export type Idempotent<R> =
  /** `result` is what to lead to; `repeated`: this form had done it before. */
  | { kind: 'done'; result: string; repeated: boolean }
  | { kind: 'refused'; refusal: R }
  /** The ERP is ill and surely nothing was done. */
  | { kind: 'unavailable' }
  /** It may have been done: the answer was lost, or the other click is still waiting for it. */
  | { kind: 'in-doubt' };

export type Act<R> = () => Promise<{ ok: true; value: string } | { ok: false; refusal: R }>;

const rememberedSeconds = 3 * 24 * 60 * 60;
const patienceMs = 9_000;
const pauseMs = 250;

const ClaimWire = z.object({ result: z.string().nullable() });

/** A visitor has only the token, which cannot be guessed. */
const keyOf = ({ context: { session } }: Page, token: string): string => {
  const owner = session.kind === 'customer' ? ownerHash(session.customer.owner) : 'visitor';
  return `form:${owner}:${token}`;
};

/** What the first arrival did; null while it is not known. */
async function resultOf({ context }: Page, key: string): Promise<string | null> {
  for (let waited = 0; ; waited += pauseMs) {
    const found = await context.keyValueStore.read(key);
    if (!found) return null;
    const { result } = ClaimWire.parse(JSON.parse(found.value));
    if (result !== null || waited >= patienceMs) return result;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * What a form that changes something is known by: its token and what it says. Back, another word and sent
 * again is another form; taken for the first one, it would be answered as saved and its words be lost.
 */
export const idempotencyKeyOf = (
  token: string,
  form: URLSearchParams,
  file: { size: number } | null = null,
) => formUuid(token, `${form} ${file?.size ?? ''}`);

/** Does `act` unless this form has done it; `act` tells the text to remember, an id mostly. */
export async function idempotent<R>(
  page: Page,
  token: string,
  act: Act<R>,
): Promise<Idempotent<R>> {
  const { keyValueStore, log } = page.context;
  const key = keyOf(page, token);
  const claim = JSON.stringify({ result: null });
  const isFirst = await keyValueStore.write(key, claim, {
    version: null,
    ttlSeconds: rememberedSeconds,
  });
  if (!isFirst) {
    const result = await resultOf(page, key);
    return result === null ? { kind: 'in-doubt' } : { kind: 'done', result, repeated: true };
  }
  if ((await forgottenBy(page.context, key))(token)) return { kind: 'in-doubt' };
  try {
    const outcome = await act();
    if (!outcome.ok) {
      await keyValueStore.delete(key);
      return { kind: 'refused', refusal: outcome.refusal };
    }
    const claimed = await keyValueStore.read(key);
    await keyValueStore.write(key, JSON.stringify({ result: outcome.value }), {
      version: claimed?.version ?? null,
      ttlSeconds: rememberedSeconds,
    });
    return { kind: 'done', result: outcome.value, repeated: false };
  } catch (error) {
    // A read that failed has changed nothing; what it came before was not sent.
    const isDoubt =
      isUpstreamFailure(error) &&
      error.applied === 'unknown' &&
      !error.operation.startsWith('GET ');
    if (!isDoubt) await keyValueStore.delete(key);
    if (!isUpstreamFailure(error) || error.service !== 'erp') throw error;
    log.error(
      { event: 'form.failed', operation: error.operation, reason: error.reason },
      'a form could not be carried out: the ERP is ill',
    );
    return { kind: isDoubt ? 'in-doubt' : 'unavailable' };
  }
}
