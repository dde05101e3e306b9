/** Reconstructs a request with its upstream calls, and a customer's last hour, from recent log lines. */
import { inWords } from '../../observe/in-words';
import {
  isCall,
  isEndOfOutage,
  isFailure,
  namesOf,
  parseLine,
  type LogEntry,
} from '../../observe/log-entry';
import {
  interpretReference,
  listPossibleReferences,
  sameNumber,
} from '../../observe/meant-reference';
import { openingOf, requestOf } from '../../observe/order-story';
import type { RecentLines } from '../../observe/recent-lines';

export interface CallBar {
  what: string;
  status: string;
  ms: number;
  /** Offset from the start of the request. */
  startMs: number;
  failed: boolean;
  detail: string | null;
}

export interface StoryLine {
  time: string;
  reference: string | null;
  words: string;
  failed: boolean;
}

export interface Story {
  reference: string | null;
  customer: string | null;
  /**
   * The request's own log line. Null when it is no longer among the recent lines, or when the response is still
   * pending.
   */
  request: LogEntry | null;
  totalMs: number;
  calls: readonly CallBar[];
  /** Lines of the request other than its own line and its calls. */
  events: readonly LogEntry[];
  hour: readonly StoryLine[];
  /** Time of the oldest recent line when the recent lines cover less than an hour; null when they cover it. */
  hourSince: string | null;
}

const hourMs = 3_600_000;
const mostEvents = 300;

const endOf = (entry: LogEntry): number => Date.parse(entry.time);
const startOf = (entry: LogEntry): number => endOf(entry) - (entry.ms ?? 0);
const isSame = (one: string | null, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase();

/**
 * Maximum number of lines that a search parses, newest first. Every line contains a text like `e` or `2026`, and
 * parsing all of them would delay other requests by half a second.
 */
const mostParsed = 4_000;

const entriesOf = (lines: RecentLines, texts: readonly string[], most = Infinity): LogEntry[] =>
  lines
    .holding([...new Set(texts.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]))])
    .slice(-most)
    .flatMap((line) => parseLine(line) ?? []);

const serviceOf = ({ event }: LogEntry): string => event.replace('.called', '');

const triesOf = ({ attempts }: LogEntry): string =>
  (attempts ?? 1) > 1 ? ` (${attempts} tries)` : '';

function callBars(entries: readonly LogEntry[], start: number): CallBar[] {
  return entries.filter(isCall).map((entry) => ({
    what: `${serviceOf(entry)} ${entry.method ?? ''} ${entry.path ?? ''}${triesOf(entry)}`,
    status: entry.status === null ? 'no answer' : String(entry.status),
    ms: entry.ms ?? 0,
    startMs: Math.max(0, startOf(entry) - start),
    failed: isFailure(entry),
    detail: entry.detail,
  }));
}

function hourOf(lines: RecentLines, customer: string, from: number): StoryLine[] {
  return entriesOf(lines, [customer])
    .filter((entry) => isSame(entry.customer, customer) && endOf(entry) >= from)
    .flatMap((entry) => {
      const words = inWords(entry);
      const { time, reference } = entry;
      return words === null ? [] : [{ time, reference, words, failed: isFailure(entry) }];
    })
    .slice(-mostEvents);
}

/** Upstreams and dependencies that are unavailable according to the newest lines. */
export function awayNow(lines: RecentLines): readonly LogEntry[] {
  const away = new Map<string, LogEntry>();
  const entries = entriesOf(lines, ['upstream.', 'dependency.']);
  for (const entry of entries) {
    const { event, path } = entry;
    if (path === null) continue;
    if (isEndOfOutage(entry)) away.delete(path);
    else if (event === 'upstream.away' || event === 'dependency.unavailable') away.set(path, entry);
  }
  return [...away.values()];
}

function reachOf(lines: RecentLines, from: number): string | null {
  const oldest = lines.extent().oldest;
  const time = oldest === null ? null : (parseLine(oldest)?.time ?? null);
  return time !== null && Date.parse(time) > from ? time : null;
}

const mostNear = 10;

/**
 * Requests that an unknown reference may mean: a letter was misheard, or only the beginning or end was read out.
 * Includes requests that placed an order whose number ends like this.
 */
export function findSimilarReferences(lines: RecentLines, asked: string): StoryLine[] {
  const heard = interpretReference(asked);
  const found = lines
    .holding(heard.parts)
    .slice(-mostParsed)
    .flatMap((line) => parseLine(line) ?? [])
    .filter((entry) => {
      const part = heard.isPartOf(entry);
      if (entry.event !== 'request.answered') return part === 'order';
      return part !== null || heard.isNearTo(entry.reference ?? '');
    });
  return found.slice(-mostNear).map((entry) => ({
    time: entry.time,
    reference: requestOf(entry),
    failed: isFailure(entry),
    words: [entry.customer ?? 'a visitor', inWords(entry)].filter(Boolean).join(': '),
  }));
}

/**
 * Finds a request by its reference in any spelling, by an order number, or a customer by number, with or without prefix
 * letters and surrounding words. An order number finds the request that placed the order. Null when nothing matches.
 */
export function findStory(lines: RecentLines, asked: string, nowMs: number): Story | null {
  const meant = listPossibleReferences(asked);
  const { pieces, parts } = interpretReference(asked);
  const entries = entriesOf(lines, [asked, ...meant, ...parts], mostParsed);
  const isNumber = sameNumber([...meant, ...pieces]);
  const [named] = entries.filter(({ reference }) => meant.includes(reference?.toLowerCase() ?? ''));
  const ordered = openingOf(entries.filter(({ order }) => isNumber(order)));
  const wanted = named?.reference ?? (ordered ? requestOf(ordered) : null);
  const own =
    wanted === null
      ? []
      : entriesOf(lines, [wanted]).filter((entry) => namesOf(entry).includes(wanted.toLowerCase()));
  const ofCustomer = entries.filter(({ customer }) => isNumber(customer));
  const [any] = own.length > 0 ? own : ofCustomer;
  if (!any) return null;
  const customer = own.find((entry) => entry.customer !== null)?.customer ?? null;
  const request = own.find(({ event }) => event === 'request.answered') ?? null;
  const starts = own.map(startOf).filter((at) => !Number.isNaN(at));
  const start = request ? startOf(request) : Math.min(...starts);
  const calls = callBars(own, start);
  const whose = own.length > 0 ? customer : (ofCustomer[0]?.customer ?? null);
  const until = own.length > 0 ? start : nowMs;
  return {
    reference: wanted,
    customer: whose,
    request,
    totalMs: Math.max(1, request?.ms ?? 0, ...calls.map(({ startMs, ms }) => startMs + ms)),
    calls,
    events: own.filter((entry) => entry !== request && !isCall(entry)),
    hour: whose === null ? [] : hourOf(lines, whose, until - hourMs),
    hourSince: reachOf(lines, until - hourMs),
  };
}
