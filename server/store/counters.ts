/**
 * Counters of the rate limits (P-61): so many within a window per key. In the process, or in Redis when
 * REDIS_URL is set so that instances share them; while Redis is away each instance counts for itself, for
 * a limit that blocks everybody would be worse than one that is too generous.
 */
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Log } from '../observe/logger';
import { NoAnswerInTime } from './in-time';
import type { RedisSettings } from './redis-settings';

export interface Counter {
  /** Counts one. Null when it is within the limit, else the seconds after which it would be. */
  take(key: string): Promise<number | null>;
  /** The same question without counting. */
  waitSeconds(key: string): Promise<number | null>;
  /** What was counted turned out to be none. */
  giveBack(key: string): Promise<void>;
}

export interface CounterRule {
  name: string;
  limit: number;
  windowSeconds: number;
  /** Counts are given back: no instance may remember by itself that a key is over the limit. */
  givesBack?: boolean;
}

export interface Counters {
  counter(rule: CounterRule): Counter;
  close(): Promise<void>;
}

const secondsOf = (result: RateLimiterRes): number =>
  Math.max(1, Math.ceil(result.msBeforeNext / 1000));

function counterOn(limiter: RateLimiterAbstract): Counter {
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return null;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return secondsOf(refused);
        throw refused;
      }
    },
    async waitSeconds(key) {
      const found = await limiter.get(key);
      return found && found.consumedPoints >= limiter.points ? secondsOf(found) : null;
    },
    async giveBack(key) {
      // Where the window has ended meanwhile there is nothing to give back to.
      if (await limiter.get(key)) await limiter.reward(key);
    },
  };
}

/** Redis in time, or this instance alone: no request waits for a count. */
function orOwn(
  shared: Counter,
  own: Counter,
  watched: <T>(call: Promise<T>) => Promise<T>,
): Counter {
  const ask = async <T>(of: (counter: Counter) => Promise<T>): Promise<T> => {
    try {
      return await watched(of(shared));
    } catch (error) {
      if (!(error instanceof NoAnswerInTime)) throw error;
      return of(own);
    }
  };
  return {
    take: (key) => ask((counter) => counter.take(key)),
    waitSeconds: (key) => ask((counter) => counter.waitSeconds(key)),
    giveBack: (key) => ask((counter) => counter.giveBack(key)),
  };
}

export async function openCounters(options: {
  redis?: RedisSettings | undefined;
  log: Log;
}): Promise<Counters> {
  const { redis, log } = options;
  const connection = redis ? await (await import('./redis-client')).connectRedis(redis, log) : null;
  return {
    counter({ name, limit, windowSeconds, givesBack = false }) {
      const rule = { keyPrefix: `rate:${name}`, points: limit, duration: windowSeconds };
      const own = new RateLimiterMemory(rule);
      if (!connection) return counterOn(own);
      const shared = new RateLimiterRedis({
        ...rule,
        storeClient: connection.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: own,
        // Who is over the limit is known here: a flood asks Redis nothing.
        ...(givesBack ? {} : { inMemoryBlockOnConsumed: limit + 1 }),
      });
      return orOwn(counterOn(shared), counterOn(own), connection.watched);
    },
    close: () => connection?.close() ?? Promise.resolve(),
  };
}
