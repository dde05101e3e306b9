/**
 * Which calls this ERP has. A missing module returns 404 `Not Found`, 405, or 422 about the path (contract/erp.md 2.1).
 * A module stays missing until the ERP is changed. So each process detects a missing call once, at startup or when a
 * page makes the call, and does not repeat it. After ten minutes the call is checked in the background. Until the ERP
 * has the call, its feature stays hidden, so that menus do not flicker.
 */
import type { Clock } from '../../context';
import { errorDetail, type RootLog } from '../../observe/logger';
import { erpCalls, factsOfCall, type ErpCallEntry } from './calls';

export interface Capabilities {
  /** False when the ERP is known to lack this call, such as `GET documents`. */
  offers(call: string): boolean;
  /** All calls that the ERP is known to lack. */
  lacking(): readonly string[];
  lacks(call: string): void;
  /**
   * Checks the calls behind menu entries, a few at a time; never throws. Calls without an answer are retried in the
   * background until each is known to exist or not.
   */
  survey(): Promise<void>;
  /** Stops the retries. */
  stop(): void;
}

/** Capabilities that assume every call exists, for clients that make no optional calls. */
export const everyCapability: Capabilities = {
  offers: () => true,
  lacking: () => [],
  lacks: () => undefined,
  survey: () => Promise.resolve(),
  stop: () => undefined,
};

/**
 * Status of the call sent without a session, or null when there was no usable response. The ERP carries nothing out: it
 * returns 401.
 */
export type AskCall = (facts: ErpCallEntry) => Promise<{ status: number; detail: string } | null>;

const rememberedMs = 10 * 60_000;
/** Leaves workers for customers: an ERP may have only two. */
const atOnce = 3;
const againMs = 30_000;

/**
 * Whether a response without a session shows that the call is missing. A 401 or any other rejection comes from a call
 * that exists.
 */
export const isAbsent = ({ status, detail }: { status: number; detail: string }): boolean =>
  status === 405 || (status === 404 && detail === 'Not Found');

/** Whether the call can be checked without a session and with a meaningful result. */
export const isAskable = ({ call, blind, publicWrite }: ErpCallEntry): boolean =>
  !publicWrite && !blind && !call.includes('{');

export function createCapabilities(options: {
  clock: Clock;
  log: Pick<RootLog, 'info' | 'warn'>;
  ask: AskCall;
  againAfterMs?: number;
}): Capabilities {
  const { clock, log, ask } = options;
  const missing = new Map<string, number>();
  const asking = new Set<string>();
  const now = (): number => clock.now().getTime();

  function lacks(call: string): void {
    if (!missing.has(call))
      log.warn(
        { event: 'erp.call_missing', call },
        'the ERP does not have this call; it is hidden',
      );
    missing.set(call, now());
  }

  /** Resolves to false when the response does not show whether the call exists. */
  async function look(facts: ErpCallEntry): Promise<boolean> {
    const { call } = facts;
    if (asking.has(call)) return true;
    asking.add(call);
    try {
      const answer = await ask(facts);
      if (answer === null || (answer.status >= 500 && !isAbsent(answer))) return false;
      if (isAbsent(answer)) lacks(call);
      else if (missing.delete(call))
        log.info({ event: 'erp.call_found', call }, 'the ERP has this call now');
      return true;
    } catch (error) {
      log.warn({ event: 'erp.survey_failed', call, error: errorDetail(error) }, 'not asked');
      return false;
    } finally {
      asking.delete(call);
    }
  }

  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  /**
   * A round stops as soon as no call of a group gets an answer, so that an unavailable ERP does not delay the start.
   */
  async function askAll(calls: readonly ErpCallEntry[]): Promise<void> {
    const open: ErpCallEntry[] = [];
    for (let at = 0; at < calls.length; at += atOnce) {
      const few = calls.slice(at, at + atOnce);
      const answered = await Promise.all(few.map(look));
      open.push(...few.filter((_, position) => !answered[position]));
      if (stopped) return;
      if (answered.includes(true)) continue;
      open.push(...calls.slice(at + atOnce));
      break;
    }
    if (open.length === 0) return;
    timer = setTimeout(() => void askAll(open), options.againAfterMs ?? againMs);
    timer.unref();
  }

  return {
    offers(call) {
      const since = missing.get(call);
      if (since === undefined) return true;
      if (now() - since < rememberedMs) return false;
      const facts = factsOfCall(call);
      if (!facts || !isAskable(facts)) return !missing.delete(call);
      void look(facts);
      return false;
    },
    lacking: () => [...missing.keys()],
    lacks,
    survey: () => askAll(erpCalls.filter((facts) => !facts.needed && isAskable(facts))),
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
