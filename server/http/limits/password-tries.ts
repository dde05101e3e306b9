/**
 * Wrong passwords per login, wherever they come from (P-61): guessing from many addresses is slowed down as
 * well. Right ones are not counted, and logins are kept as hashes only.
 */
import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Config } from '../../config';
import type { RootLog } from '../../observe/logger';
import type { Metrics } from '../../observe/metrics';
import type { Counters } from '../../store/counters';
import { localsOf } from '../locals';
import { referenceOf } from '../request-id';

const wrongPerWindow = 20;
const windowSeconds = 900;

/** Thrown instead of asking the ERP; the app's half is app/kernel/failure.ts. */
class TooManyTries extends Error {
  readonly kind = 'too-many-tries';
  constructor(readonly retryAfterSeconds: number) {
    super('too many wrong passwords for one login');
    this.name = 'TooManyTries';
  }
}

const keyOf = (login: string): string =>
  createHash('sha256').update(login.trim().toLowerCase()).digest('base64url');

export function passwordTries(options: {
  config: Pick<Config, 'RATE_LIMITS' | 'AUTH_MODE'>;
  counters: Counters;
  log: RootLog;
  metrics: Pick<Metrics, 'count'>;
}): RequestHandler {
  const { config, counters, log, metrics } = options;
  const factor = config.RATE_LIMITS;
  if (factor === 'off' || config.AUTH_MODE !== 'credentials')
    return (_request, _response, next) => next();
  const limit = Math.max(1, Math.round(wrongPerWindow * factor));
  const wrong = counters.counter({ name: 'wrong-password', limit, windowSeconds });
  return (_request, response, next) => {
    const authentication = localsOf(response).session?.authentication;
    if (authentication) {
      const signIn = authentication.signInWithPassword.bind(authentication);
      authentication.signInWithPassword = async (login, password) => {
        const key = keyOf(login);
        const waitSeconds = await wrong.waitSeconds(key);
        if (waitSeconds !== null) {
          metrics.count('security.rate_limited');
          const reference = referenceOf(response);
          log.warn(
            { event: 'security.rate_limited', reference, rule: 'wrong-password', by: 'login' },
            'security event',
          );
          throw new TooManyTries(waitSeconds);
        }
        const view = await signIn(login, password);
        if (view === null) await wrong.take(key);
        return view;
      };
    }
    next();
  };
}
