/**
 * Which calls this ERP has. A missing module answers 404 `Not Found`, 405, or 422 about the path (contract/erp.md
 * 2.1): that holds until the ERP is changed, so it is learnt once per process, when the shop starts and when
 * a page meets it, and the call is not made again. Ten minutes later the ERP is asked behind the page; until it
 * says otherwise the part stays hidden, so that a menu does not flicker.
 */
import type { Clock } from '../../context';
import { errorDetail, type RootLog } from '../../observe/logger';
import { erpCalls, factsOfCall, type ErpCallEntry } from './calls';

export interface Capabilities {
  /** False: the ERP has been seen to lack this call, `GET documents`. */
  offers(call: string): boolean;
  /** All that it is known to lack. */
  lacking(): readonly string[];
  lacks(call: string): void;
  /**
   * Asks for what customers see in menus, a few calls at a time; never throws. What has not answered is asked for again
   * behind the pages, until each call has said whether it is there.
   */
  survey(): Promise<void>;
  /** Ends the asking. */
  stop(): void;
}

/** For clients that ask nothing optional. */
export const everyCapability: Capabilities = {
  offers: () => true,
  lacking: () => [],
  lacks: () => undefined,
  survey: () => Promise.resolve(),
  stop: () => undefined,
};

/** Status of the call sent without a session, or null when nothing came. Nothing is carried out: it is 401. */
export type AskCall = (facts: ErpCallEntry) => Promise<{ status: number; detail: string } | null>;

const rememberedMs = 10 * 60_000;
/** An ERP with two workers serves customers meanwhile. */
const atOnce = 3;
const againMs = 30_000;

/** Answered without a session; 401 and every other refusal come from a call that is there. */
export const isAbsent = ({ status, detail }: { status: number; detail: string }): boolean =>
  status === 405 || (status === 404 && detail === 'Not Found');

/** What may be asked for without a session, and tells something. */
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

  /** False: it did not say whether it is there. */
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

  /** A round ends early when none of a few has answered: an ERP that is away keeps no start waiting. */
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
