/**
 * Limits wrong passwords and password reset e-mails per login (P-61, P-90). There is one limit per network and a higher
 * one over all networks, which slows down guessing from many addresses.
 *
 * A browser in which this login has signed in before has its own counter, so that wrong passwords from elsewhere never
 * lock the customer out. Other customers get in through the reset e-mail, which makes their browser known too.
 *
 * An attempt is counted before the ERP call, so that concurrent attempts cannot exceed the limit, and uncounted if the
 * password was not wrong. Logins are stored only as hashes.
 */
import type { Request, RequestHandler, Response } from 'express';
import { foldedLogin } from '../../auth/session/folded-login';
import type { KnownBrowsers } from '../../auth/session/known-browsers';
import type { Config } from '../../config';
import type { RootLog } from '../../observe/logger';
import type { Metrics } from '../../observe/metrics';
import type { Counter, Counters } from '../../store/counters';
import { localsOf } from '../locals';
import { referenceOf } from '../request-id';
import { hashOf, networkOf } from './network';

interface Judge {
  by: string;
  take(): Promise<number | null>;
  giveBack(): Promise<void>;
}

const wrongFromOnePlace = 10;
const wrongFromAnywhere = 20;
const windowSeconds = 900;
/** Reset e-mails per login and window, counted over all requesters and networks: they all reach the same mailbox. */
const mailsPerWindow = 5;

/** Thrown instead of calling the ERP; the app recognizes it in app/base/kernel/failure.ts. */
class TooManyTries extends Error {
  readonly kind = 'too-many-tries';
  constructor(readonly retryAfterSeconds: number) {
    super('too many wrong passwords for one login');
    this.name = 'TooManyTries';
  }
}

/** Counts an attempt at every judge and returns how to uncount it; throws when a limit is reached. */
async function takeAll(judges: readonly Judge[], onRefused: (by: string) => void) {
  const counted: Judge[] = [];
  const giveBack = () => Promise.all(counted.map((judge) => judge.giveBack()));
  for (const judge of judges) {
    const seconds = await judge.take();
    if (seconds !== null) {
      await giveBack();
      onRefused(judge.by);
      throw new TooManyTries(seconds);
    }
    counted.push(judge);
  }
  return giveBack;
}

export function passwordTries(options: {
  config: Pick<Config, 'RATE_LIMITS' | 'AUTH_MODE'>;
  knownBrowsers: KnownBrowsers;
  counters: Counters;
  log: RootLog;
  metrics: Pick<Metrics, 'count'>;
}): RequestHandler {
  const { config, counters, knownBrowsers, log, metrics } = options;
  const factor = config.RATE_LIMITS;
  if (factor === 'off' || config.AUTH_MODE !== 'credentials')
    return (_request, _response, next) => next();
  const counterOf = (name: string, perWindow: number): Counter =>
    counters.counter({
      name,
      limit: Math.max(1, Math.round(perWindow * factor)),
      windowSeconds,
      givesBack: true,
    });
  const byPlace = counterOf('wrong-password:place', wrongFromOnePlace);
  const byLogin = counterOf('wrong-password:login', wrongFromAnywhere);
  const mails = counterOf('reset-mail', mailsPerWindow);

  function noteRefused(response: Response, rule: string, by: string): void {
    metrics.count('security.rate_limited');
    const reference = referenceOf(response);
    log.warn({ event: 'security.rate_limited', reference, rule, by }, 'security event');
  }

  /** The counters that a wrong password for this login in this browser increments. */
  function judgesOf(request: Request, login: string): Judge[] {
    const name = foldedLogin(login);
    const on = (by: string, counter: Counter, key: string) => ({
      by,
      take: () => counter.take(hashOf(key)),
      giveBack: () => counter.giveBack(hashOf(key)),
    });
    const browser = knownBrowsers.nameOf(request, login);
    if (browser !== null) return [on('browser', byPlace, `${name}|browser|${browser}`)];
    return [
      on('place', byPlace, `${name}|place|${networkOf(request.ip ?? '')}`),
      on('login', byLogin, name),
    ];
  }

  return (request, response, next) => {
    const authentication = localsOf(response).session?.authentication;
    if (authentication) {
      const signIn = authentication.signInWithPassword.bind(authentication);
      authentication.signInWithPassword = async (login, password) => {
        const giveBack = await takeAll(judgesOf(request, login), (by) =>
          noteRefused(response, 'wrong-password', by),
        );
        let isWrong = false;
        try {
          const view = await signIn(login, password);
          isWrong = view === null;
          if (view !== null) knownBrowsers.remember(request, response, login);
          return view;
        } finally {
          if (!isWrong) await giveBack();
        }
      };
      authentication.mayMail = async (login) => {
        const seconds = await mails.take(hashOf(foldedLogin(login)));
        if (seconds !== null) noteRefused(response, 'reset-mail', 'login');
        return seconds === null;
      };
      // The link in the reset e-mail leads to these calls, so the customer has proven their identity.
      for (const way of ['adoptErpSession', 'adoptOnlyErpSession'] as const) {
        const adopt = authentication[way].bind(authentication);
        authentication[way] = async (login) => {
          const view = await adopt(login);
          knownBrowsers.remember(request, response, login);
          return view;
        };
      }
    }
    next();
  };
}
