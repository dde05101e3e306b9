/** Faults of the proxy, and how often they happen. */
import type { Link } from './lane';

/**
 * A fault applies to a whole request: everything that a client sends after it connects or after a response. This holds
 * for HTTP without pipelining, also on keep-alive connections.
 *
 * - `refuse`        closes the port: the client gets ECONNREFUSED; open connections are reset.
 * - `silent`        accepts the connection, discards the request and never responds.
 * - `drop-request`  resets before the first byte of the request is forwarded: the target cannot have acted.
 * - `cut-answer`    forwards the request and cuts the response after `afterBytes` bytes (0: loses all of it): the
 *                   target has acted, but the client cannot know. `then` resets the connection or leaves the client
 *                   waiting.
 * - `die`           forwards the request; at the first byte of the response the target dies: every connection is reset
 *                   and the port stays closed, as with `refuse`, until the rules change.
 */
export type Fault =
  | { kind: 'refuse' }
  | ({ kind: 'silent' | 'drop-request' | 'die' } & Aim)
  | ({ kind: 'cut-answer'; afterBytes: number; then?: 'reset' | 'silence' } & Aim);

export type AimedFault = Exclude<Fault, { kind: 'refuse' }>;

interface Aim {
  /** Applies only to requests whose first bytes (up to 4 kB, e.g. `POST /v2/cart/sync`) match. Default: to all. */
  when?: RegExp | string;
  /** Number of matching requests to skip first. */
  after?: number;
  /** Number of matching requests to hit; then the fault ends. Default: until the rules change. */
  times?: number;
}

export interface Rules {
  link?: Link;
  fault?: Fault | null;
}

export interface ProxyStats {
  connections: number;
  open: number;
  bytesUp: number;
  bytesDown: number;
  stalls: number;
  resets: number;
  silenced: number;
  droppedRequests: number;
  cutAnswers: number;
  deaths: number;
}

export const noStats = (): ProxyStats => ({
  connections: 0,
  open: 0,
  bytesUp: 0,
  bytesDown: 0,
  stalls: 0,
  resets: 0,
  silenced: 0,
  droppedRequests: 0,
  cutAnswers: 0,
  deaths: 0,
});

/** 50 kbit/s down, 20 up, 800 ms round trip: a practice with a mobile connection at the edge of its cell. */
export const SLOW_LINE: Link = { downKbit: 50, upKbit: 20, delayMs: 400 };

/** The slow line with packet loss: stalls of 1 to 4 s and occasional resets. */
export const LOSSY_LINE: Link = {
  ...SLOW_LINE,
  stall: { chance: 0.02, minMs: 1000, maxMs: 4000 },
  resetChance: 0.01,
};

const HEAD_BYTES = 4096;

/** Holds the current rules and picks the fault for each request, counting it. */
export class RuleBook {
  link: Link = {};
  fault: Fault | null = null;

  change(rules: Rules): void {
    if (rules.link !== undefined) this.link = rules.link;
    if (rules.fault !== undefined) this.fault = rules.fault === null ? null : { ...rules.fault };
  }

  take(request: Buffer): AimedFault | null {
    const fault = this.fault;
    if (fault === null || fault.kind === 'refuse') return null;
    const head = request.subarray(0, HEAD_BYTES).toString('latin1');
    const { when } = fault;
    const hits = typeof when === 'string' ? head.includes(when) : (when?.test(head) ?? true);
    if (!hits) return null;
    if (fault.after) {
      fault.after -= 1;
      return null;
    }
    if (fault.times !== undefined) {
      fault.times -= 1;
      if (fault.times <= 0) this.fault = null;
    }
    return fault;
  }
}
