/**
 * Share of requests to reject (P-59), between 0 and 1: it grows while the event loop lags and falls when it keeps up.
 * Pure; the caller measures the lag.
 */
import type { RoutePolicy } from '../policy/route-policy';

/**
 * Lag at which the share stays constant. It is higher than the lag that guests cause, who are rejected by their
 * estimated wait (backlog.ts): two rules with the same target made the process idle periodically.
 */
const targetLagMs = 150;
const step = 0.06;
/** A longer queue means that a rush has begun, and each tenth of a second of delay fills it further. */
const rushMs = 400;
const rushSteps = 3;
/** Some requests always pass; otherwise the end of the overload would go unnoticed. */
const most = 0.98;

export class Pressure {
  #share = 0;
  get share(): number {
    return this.#share;
  }
  /** `loopMs`: mean lag of the last tenth of a second; `queueMs`: how long new connections wait to be accepted. */
  observe(loopMs: number, queueMs = 0): void {
    const lagMs = Math.max(loopMs, queueMs);
    const off = Math.max(-1, Math.min(1, (lagMs - targetLagMs) / targetLagMs));
    const error = queueMs > rushMs ? rushSteps : off;
    this.#share = Math.max(0, Math.min(most, this.#share + step * error));
  }
}

/** Sample of the accept queue: waiting connections, and those accepted since the last sample. */
export interface QueueSeen {
  waiting: number;
  taken: number;
  sinceMs: number;
}

/**
 * Time until a connection in the middle of the queue is accepted (Little's law), which the event loop's lag does not
 * include. In a rush most connections are rejected, which is quick, so the length of the queue alone says little.
 */
export const lagOfQueue = ({ waiting, taken, sinceMs }: QueueSeen): number =>
  ((waiting / 2) * sinceMs) / Math.max(1, taken);

/** Priority of a request under overload (P-60), lowest first. */
export type Priority = 'suggestion' | 'visitor' | 'customer' | 'never-refused';

/** Probability that a request of this priority is rejected. */
export function chanceOf(worth: Priority, share: number): number {
  switch (worth) {
    case 'suggestion':
      return Math.min(1, share * 4);
    case 'visitor':
      return Math.min(1, share * 1.25);
    case 'customer':
      // Customers' pages are rejected only when rejecting guests has not been enough.
      return Math.max(0, (share - 0.5) * 2);
    case 'never-refused':
      return 0;
  }
}

/** Addresses that the server answers itself: health, files, the identity provider's back-channel call. */
const beside =
  /^\/(?:(?:healthz|readyz|sw\.js|account\/backchannel-logout)(?:$|\?)|assets\/|icons\/|favicon)/;

/** Served even when everything else is rejected. */
export const isVital = (url: string): boolean =>
  /^\/(?:(?:healthz|readyz)(?:$|\?)|assets\/)/.test(url);

interface WeighedRequest {
  method: string;
  url: string;
  /** Whether a session cookie of this shop was sent; evaluated only when needed. */
  hasSession: () => boolean;
  /** From the matched route; null when the address is no page of the shop. */
  load: RoutePolicy['load'] | null;
}

export function priorityOf({ method, url, hasSession, load }: WeighedRequest): Priority {
  if (load === 'callback' || beside.test(url)) return 'never-refused';
  if (load === 'suggestion') return 'suggestion';
  const known = hasSession();
  // Orders and payments, including page views. An anonymous client's cart gets no such protection.
  if (known && load === 'protected') return 'never-refused';
  // A posted form has a higher priority than a page view.
  if (method === 'POST') return known ? 'never-refused' : 'customer';
  return known ? 'customer' : 'visitor';
}
