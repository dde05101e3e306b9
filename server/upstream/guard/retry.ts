/**
 * Decides when a safe call is retried once (OPS-04, P-40): with full jitter within half a second, or after the
 * upstream's `Retry-After` of up to five seconds, but never past the deadline. All retries together are at most a
 * twentieth of the calls, so that a failing upstream does not get twice the load.
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
  /** Every call adds to the budget. */
  called(): void {
    this.#tokens = Math.min(mostTokens, this.#tokens + tokensPerCall);
  }
  /** Every retry takes from the budget; false when it is empty. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** Delay in ms that the upstream requests, in either form of RFC 9110; null when it requests none. */
function askedMs(retryAfter: string | undefined, nowMs: number): number | null {
  if (retryAfter === undefined || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/** Delay before the retry; null when the remaining time does not suffice. */
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
