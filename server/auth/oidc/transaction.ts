/**
 * One sign-in attempt, from the redirect to the provider until the return (P-2, P-10, AUTH-07). Its data travel in a
 * sealed cookie, one per `state`, so that two tabs do not interfere and abandoned attempts cannot fill the store. An
 * attempt is valid for 15 minutes and one return: the store records which states were used and where they led. `state`
 * ends in its creation time, only so that a return without its cookie can be reported as "too late" instead of "not
 * yours".
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { z } from 'zod';
import type { Clock } from '../../context';
import type { KeyValueStore } from '../../store/key-value-store';
import { locales } from '../locale';
import type { BrowserCookies } from '../session/browser-cookies';
import { hashOf, randomId, type Seal } from '../session/seal';

const Transaction = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  locale: z.enum(locales),
  /** Redirect target after sign-in, already validated by resolveTarget. */
  target: z.string(),
  /** Started with prompt=none, to renew a session silently. */
  silent: z.boolean(),
  /** The provider has already asked once to restart. */
  retried: z.boolean(),
});
export type Transaction = z.output<typeof Transaction>;
type TransactionFault =
  | 'state-mismatch'
  | 'expired'
  | 'replayed'
  /** The browser repeated the return before it received the response to the first one. */
  | 'doubled';

/** Result of the first return of an attempt. */
const End = z.object({
  /** Redirect target after a successful sign-in, otherwise null. */
  target: z.string().nullable(),
  /** True if the browser has received the response to the first return. */
  arrived: z.boolean(),
});
type End = z.output<typeof End>;

export interface Transactions {
  begin(
    request: Request,
    response: Response,
    options: Pick<Transaction, 'locale' | 'target' | 'silent' | 'retried'>,
  ): Transaction;
  /** Returns the sign-in attempt that this return belongs to. Each attempt is returned only once. */
  take(request: Request, response: Response): Promise<Transaction | TransactionFault>;
  /** Records the result of the first return. */
  end(state: string, end: End): Promise<void>;
  /** Result of the first return with this state; null when unknown or not finished. */
  endOf(state: unknown): Promise<End | null>;
  /** Like `endOf`, but waits up to nine seconds for a return in progress. */
  awaitEnd(state: unknown): Promise<End | null>;
}

const transactionSeconds = 900;
/**
 * Maximum of open sign-in attempts per browser. Beyond it the oldest are dropped, so that request headers stay small.
 */
const maxOpen = 4;
/** How long a second return waits for the first, which exchanges the code and loads the customer meanwhile. */
const patienceMs = 9_000;
const pauseMs = 250;
/** Stored mark of a return in progress; earlier releases store only this mark, without a result. */
const underWay = '1';
const markSeconds = 2 * transactionSeconds;

function parseTransaction(seal: Seal, name: string, value: string): Transaction | null {
  const text = seal.open(name, value);
  if (text === null) return null;
  const result = Transaction.safeParse(JSON.parse(text));
  return result.success ? result.data : null;
}

export function createTransactions(options: {
  cookies: BrowserCookies;
  seal: Seal;
  keyValueStore: KeyValueStore;
  clock: Clock;
}): Transactions {
  const { cookies, seal, keyValueStore, clock } = options;
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
  const usedKey = (state: string): string => `used-state:${hashOf(state)}`;

  const tooOld = (startedAt: number): boolean => seconds() - startedAt > transactionSeconds;

  /** Explains why the browser sent no cookie for this state. */
  async function missing(state: string): Promise<TransactionFault> {
    if (await keyValueStore.read(usedKey(state))) return 'replayed';
    const made = Number.parseInt(state.split('.')[1] ?? '', 36);
    return Number.isSafeInteger(made) && tooOld(made) ? 'expired' : 'state-mismatch';
  }

  const markOf = async (state: unknown) =>
    typeof state === 'string' ? keyValueStore.read(usedKey(state)) : null;

  async function endOf(state: unknown): Promise<End | null> {
    const mark = await markOf(state);
    return mark ? (End.safeParse(JSON.parse(mark.value)).data ?? null) : null;
  }

  function dropOldest(request: Request, response: Response): void {
    const open = cookies
      .transactions(request)
      .map(({ name, value }) => ({
        name,
        startedAt: parseTransaction(seal, name, value)?.startedAt ?? 0,
      }))
      .sort((a, b) => b.startedAt - a.startedAt);
    for (const { name } of open.slice(maxOpen - 1)) cookies.clear(response, name);
  }

  return {
    begin(request, response, options) {
      const startedAt = seconds();
      const transaction: Transaction = {
        ...options,
        state: `${randomId()}.${startedAt.toString(36)}`,
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        startedAt,
      };
      dropOldest(request, response);
      const name = cookies.transaction(transaction.state);
      const sealed = seal.close(name, JSON.stringify(transaction));
      cookies.set(response, name, sealed, transactionSeconds);
      return transaction;
    },

    async take(request, response) {
      const state = request.query['state'];
      if (typeof state !== 'string' || !/^[\w.-]{16,128}$/.test(state)) return 'state-mismatch';
      const name = cookies.transaction(state);
      const cookie = cookies.read(request, name);
      const transaction = cookie === null ? null : parseTransaction(seal, name, cookie);
      if (transaction?.state !== state) return missing(state);
      cookies.clear(response, name);
      if (tooOld(transaction.startedAt)) return 'expired';
      const first = await keyValueStore.write(usedKey(state), underWay, {
        version: null,
        ttlSeconds: markSeconds,
      });
      return first ? transaction : 'doubled';
    },

    async end(state, end) {
      const mark = await markOf(state);
      if (!mark) return;
      const options = { version: mark.version, ttlSeconds: markSeconds };
      await keyValueStore.write(usedKey(state), JSON.stringify(end), options);
    },

    endOf,

    async awaitEnd(state) {
      for (let waited = 0; waited < patienceMs; waited += pauseMs) {
        const end = await endOf(state);
        if (end) return end;
        await pause(pauseMs);
      }
      return null;
    },
  };
}
