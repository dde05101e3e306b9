/**
 * When a call that is safe to repeat is repeated once (OPS-04, P-40): full jitter within half a second, an
 * upstream's own `Retry-After` of up to five seconds instead, never past the deadline, and all repetitions
 * together at most a twentieth of the calls, so that an upstream that is down is not asked twice as often.
 */
export const retriableStatuses: ReadonlySet<number> = new Set([
  408, 409, 425, 429, 500, 502, 503, 504,
]);

const jitterMs = 500;
const longestMs = 5_000;
const mostTokens = 10;
const tokensPerCall = 0.05;

export class RetryBudget {
  #tokens = mostTokens;
  /** Every call pays in. */
  called(): void {
    this.#tokens = Math.min(mostTokens, this.#tokens + tokensPerCall);
  }
  /** Every repetition takes out; false: there is nothing left. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** Milliseconds that the upstream asks for, in either form of RFC 9110; null when it asks for none. */
function askedMs(retryAfter: string | undefined, nowMs: number): number | null {
  if (retryAfter === undefined || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/** How long to wait before the repetition; null: none, the upstream wants more time than we have. */
export function retryDelayMs(facts: {
  retryAfter: string | undefined;
  nowMs: number;
  leftMs: number;
  random: () => number;
}): number | null {
  const asked = askedMs(facts.retryAfter, facts.nowMs);
  if (asked !== null && asked > longestMs) return null;
  const delay = asked ?? facts.random() * jitterMs;
  return delay < facts.leftMs ? delay : null;
}
