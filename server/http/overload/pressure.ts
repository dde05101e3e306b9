/**
 * How much of what comes must be turned away (P-59): a share between 0 and 1 that grows while the event loop
 * lags and falls when it keeps up. Pure; whoever measures the lag tells it.
 */

/** Lag at which nothing changes: enough work waits to keep the processor busy, none waits for long. */
const targetLagMs = 40;
const step = 0.06;
/** Some always get through, or nobody would notice that it has become quiet. */
const most = 0.98;

export class Pressure {
  #share = 0;
  get share(): number {
    return this.#share;
  }
  /** Mean lag of the last tenth of a second. */
  observe(lagMs: number): void {
    const error = Math.max(-1, Math.min(1, (lagMs - targetLagMs) / targetLagMs));
    this.#share = Math.max(0, Math.min(most, this.#share + step * error));
  }
}

/** What a request is worth when not all can be served (P-60), cheapest loss first. */
export type Worth = 'suggestion' | 'visitor' | 'customer' | 'never-refused';

/** The chance that a request of this worth is turned away. */
export function chanceOf(worth: Worth, share: number): number {
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

/** Steps that must not be lost: an order, its payment, a sign-in on its way back. Reads of them, too. */
const steps =
  /^\/(fr|nl|en)\/(cart|cart-confirm|cart-validated|account\/(oidc-redirect|sign-out|backchannel-logout))(\/|\?|$)/;
const outside = /^\/(healthz|readyz|assets\/|icons\/|favicon|manifest|sw\.js|account\/backchannel)/;
const hasSession = /(^|;\s*)(__Host-Http-)?sid=/;

export function worthOf(request: { method: string; url: string; cookie: string }): Worth {
  const { method, url, cookie } = request;
  if (outside.test(url) || steps.test(url)) return 'never-refused';
  if (/^\/(fr|nl|en)\/autocomplete(\?|$)/.test(url)) return 'suggestion';
  const known = hasSession.test(cookie);
  // What somebody has typed weighs more than what somebody wants to look at.
  if (method === 'POST') return known ? 'never-refused' : 'customer';
  return known ? 'customer' : 'visitor';
}
