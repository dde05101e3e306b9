/** Summarises consecutive failures of one server as an outage: from, to, calls, customers and the first reason. */
import { localTime } from '../../server/observe/local-time';
import { isCall, isEndOfOutage, type LogEntry } from '../../server/observe/log-entry';

/** An outage ends after this time without a failure, unless the shop has logged that it stopped calling the server. */
const quietMs = 5 * 60_000;
/** This many successful calls in a row mean that the server is available. */
const answeredInRow = 20;
/** After the logged end of an outage, other instances may still log failures for this long. */
const lateMs = 30_000;
/** Fewer failures, without a logged outage, are single failed calls, which `--failures` displays. */
const fewest = 3;

interface Outage {
  from: number;
  to: number;
  failed: number;
  /** Successful calls between the first failure and the last. */
  answered: number;
  /** Successful calls since the last failure. */
  answeredSince: number;
  requests: Set<string>;
  customers: Set<string>;
  why: string;
  /** The shop itself logged that the server is unavailable. */
  noted: boolean;
  isOver: boolean;
}

const isAnswered = (entry: LogEntry): boolean =>
  isCall(entry) && entry.status !== null && entry.status < 500;

/** `erp`, `search`, `store`, …; null if the line concerns no server. */
function serverOf(entry: LogEntry): string | null {
  const { event, path } = entry;
  if (isCall(entry)) return event.replace('.called', '');
  if (/^store\.(lost|found)$/.test(event)) return 'store';
  return /^(upstream|dependency)\./.test(event) ? path : null;
}

function whyOf(entry: LogEntry): string {
  const { method, path, status, detail } = entry;
  const call = isCall(entry) ? `${status ?? 'no answer'} of ${method ?? ''} ${path ?? ''}` : null;
  return [call, detail].filter(Boolean).join(': ');
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

export class Outages {
  readonly #all: (Outage & { server: string })[] = [];
  readonly #last = new Map<string, Outage>();

  add(entry: LogEntry): void {
    const server = serverOf(entry);
    const at = Date.parse(entry.time);
    if (server === null || Number.isNaN(at)) return;
    if (isAnswered(entry)) {
      const last = this.#last.get(server);
      if (last) last.answeredSince += 1;
      return;
    }
    const isEnd = isEndOfOutage(entry);
    const outage = this.#goingOn(server, at) ?? (isEnd ? null : this.#begun(server, entry, at));
    if (outage === null) return;
    // Lines of several instances may be slightly out of order.
    outage.to = Math.max(outage.to, at);
    outage.isOver = isEnd;
    outage.noted ||= !isCall(entry);
    if (isCall(entry)) {
      outage.failed += 1;
      outage.answered += outage.answeredSince;
      outage.answeredSince = 0;
    }
    if (entry.reference !== null) outage.requests.add(entry.reference);
    if (entry.customer !== null) outage.customers.add(entry.customer);
  }

  #goingOn(server: string, at: number): Outage | null {
    const last = this.#last.get(server);
    if (!last) return null;
    const { to, noted, isOver, answeredSince } = last;
    if (isOver) return at - to <= lateMs ? last : null;
    return noted || (at - to <= quietMs && answeredSince < answeredInRow) ? last : null;
  }

  #begun(server: string, entry: LogEntry, at: number): Outage {
    const counts = { failed: 0, answered: 0, answeredSince: 0, noted: false, isOver: false };
    const who = { requests: new Set<string>(), customers: new Set<string>() };
    const outage = { server, from: at, to: at, why: whyOf(entry), ...counts, ...who };
    this.#all.push(outage);
    this.#last.set(server, outage);
    return outage;
  }

  /** One line for each outage, by start time. */
  told(): string[] {
    return this.#all
      .filter(({ noted, failed }) => noted || failed >= fewest)
      .map(({ server, from, to, isOver, failed, answered, requests, customers, why }) => {
        const end = `to ${localTime(to).slice(-8)}${isOver ? '' : ' at least'}`;
        const calls =
          answered > 0 ? `${failed} of ${failed + answered} calls` : count(failed, 'call');
        const whom = `${calls} failed in ${count(requests.size, 'request')}, ${count(customers.size, 'customer')}`;
        return `${localTime(from)} ${end.padEnd(20)}  ${server.padEnd(8)} ${whom}: ${why}`;
      });
  }
}
