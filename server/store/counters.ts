/**
 * Counters of the rate limits (P-61): a maximum per key and time window. They are in the process, or in Redis when
 * REDIS_URL is set, so that instances share them. While Redis is unavailable each instance counts for itself, because a
 * limit that blocks everyone would be worse than one that is too generous.
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
  /** Counts one. Null within the limit, otherwise the seconds to wait. */
  take(key: string): Promise<number | null>;
  /** Like `take`, without counting. */
  waitSeconds(key: string): Promise<number | null>;
  /** Takes back a count that turned out not to apply. */
  giveBack(key: string): Promise<void>;
}

interface CounterRule {
  name: string;
  limit: number;
  windowSeconds: number;
  /** Counts may be taken back, so no instance may cache that a key is over the limit. */
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
      // Nothing to take back when the window has ended meanwhile.
      if (await limiter.get(key)) await limiter.reward(key);
    },
  };
}

/** Uses Redis if it answers in time, otherwise this instance's own counter: no request waits for a counter. */
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
        // The instance remembers which keys are over the limit, so that a flood causes no calls to Redis.
        ...(givesBack ? {} : { inMemoryBlockOnConsumed: limit + 1 }),
      });
      return orOwn(counterOn(shared), counterOn(own), connection.watched);
    },
    close: () => connection?.close() ?? Promise.resolve(),
  };
}
