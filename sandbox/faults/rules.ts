/** What the misbehaving proxy may do to a connection, and how often. */
import type { Link } from './lane';

/**
 * A fault hits whole requests. A request is what a client sends after it connected or after it was
 * answered, which holds for HTTP without pipelining, kept connections included.
 *
 * - `refuse`        the port is closed: the client gets ECONNREFUSED; open connections are reset.
 * - `silent`        the connection is accepted, the request swallowed, nothing is ever said.
 * - `drop-request`  reset before the first byte of the request is forwarded: surely not done.
 * - `cut-answer`    the request is forwarded and the answer cut after `afterBytes` of it (0: lost whole):
 *                   the target has acted and the client cannot know. `then` resets or leaves it waiting.
 * - `die`           the request is forwarded, and with the first byte of its answer the target is gone: every
 *                   connection is reset and the port closed, as with `refuse`, until the rules change.
 */
export type Fault =
  | { kind: 'refuse' }
  | ({ kind: 'silent' | 'drop-request' | 'die' } & Aim)
  | ({ kind: 'cut-answer'; afterBytes: number; then?: 'reset' | 'silence' } & Aim);

export type AimedFault = Exclude<Fault, { kind: 'refuse' }>;

interface Aim {
  /** Only requests whose first bytes (up to 4 kB, e.g. `POST /v2/cart/sync`) match. Default: all. */
  when?: RegExp | string;
  /** So many of them are left alone first. */
  after?: number;
  /** Only the next so many of them; then the fault is gone. Default: until the rules change. */
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

/** 50 kbit/s down, 20 up, 800 ms for a round trip: a practice on a mobile line at the edge of its cell. */
export const SLOW_LINE: Link = { downKbit: 50, upKbit: 20, delayMs: 400 };

/** The slow line when it also loses packets: stalls of 1 to 4 s, and now and then a reset. */
export const LOSSY_LINE: Link = {
  ...SLOW_LINE,
  stall: { chance: 0.02, minMs: 1000, maxMs: 4000 },
  resetChance: 0.01,
};

const HEAD_BYTES = 4096;

/** Holds the rules in force and hands out the fault for a request, counting down. */
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
