/**
 * How much of what comes must be turned away (P-59): a share between 0 and 1 that grows while the event loop
 * lags and falls when it keeps up. Pure; the caller measures the lag.
 */
import type { RoutePolicy } from '../policy/route-policy';

/**
 * Lag at which nothing changes. More than visitors cause, who are turned away by what they would wait (backlog.ts):
 * two rules after the same aim made the process idle by turns.
 */
const targetLagMs = 150;
const step = 0.06;
/** A queue that is so long is a rush that has begun: each tenth of a second that is lost fills it. */
const rushMs = 400;
const rushSteps = 3;
/** A few requests always pass, or the end of the overload would not be noticed. */
const most = 0.98;

export class Pressure {
  #share = 0;
  get share(): number {
    return this.#share;
  }
  /** Mean lag of the last tenth of a second, and how long new connections wait before they are taken. */
  observe(loopMs: number, queueMs = 0): void {
    const lagMs = Math.max(loopMs, queueMs);
    const off = Math.max(-1, Math.min(1, (lagMs - targetLagMs) / targetLagMs));
    const error = queueMs > rushMs ? rushSteps : off;
    this.#share = Math.max(0, Math.min(most, this.#share + step * error));
  }
}

/** A look at the accept queue: connections in it, and how many were taken from it since the look before. */
export interface QueueSeen {
  waiting: number;
  taken: number;
  sinceMs: number;
}

/**
 * How long a connection in the middle of the queue waits until it is taken (Little's law): lag that the event loop does
 * not show. In a rush most of what is taken is refused, which is quick: the length of the queue alone says little.
 */
export const lagOfQueue = ({ waiting, taken, sinceMs }: QueueSeen): number =>
  ((waiting / 2) * sinceMs) / Math.max(1, taken);

/** What a request is worth when not all can be served (P-60), cheapest loss first. */
export type Priority = 'suggestion' | 'visitor' | 'customer' | 'never-refused';

/** The chance that a request of this worth is turned away. */
export function chanceOf(worth: Priority, share: number): number {
  switch (worth) {
    case 'suggestion':
      return Math.min(1, share * 4);
    case 'visitor':
      return Math.min(1, share * 1.25);
    case 'customer':
      // Customers' pages go only when turning visitors away has not been enough.
      return Math.max(0, (share - 0.5) * 2);
    case 'never-refused':
      return 0;
  }
}

/** What the server answers beside the pages: health, files, the provider's own call. */
const beside =
  /^\/(?:(?:healthz|readyz|sw\.js|account\/backchannel-logout)(?:$|\?)|assets\/|icons\/|favicon)/;

/** Answered even when there is no room for anything else. */
export const isVital = (url: string): boolean =>
  /^\/(?:(?:healthz|readyz)(?:$|\?)|assets\/)/.test(url);

export interface WeighedRequest {
  method: string;
  url: string;
  /** A session of this shop came with it; asked only where it matters. */
  hasSession: () => boolean;
  /** Of the matched route; null: no page of the shop. */
  load: RoutePolicy['load'] | null;
}

export function priorityOf({ method, url, hasSession, load }: WeighedRequest): Priority {
  if (load === 'callback' || beside.test(url)) return 'never-refused';
  if (load === 'suggestion') return 'suggestion';
  const known = hasSession();
  // An order, its payment: reads of them, too. A stranger's cart is an address like any other.
  if (known && load === 'protected') return 'never-refused';
  // A posted form weighs more than a page that is read.
  if (method === 'POST') return known ? 'never-refused' : 'customer';
  return known ? 'customer' : 'visitor';
}
