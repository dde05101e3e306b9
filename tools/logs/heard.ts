/** References similar to the one searched for: dictated in part, or misheard. */
import { localTime } from '../../server/observe/local-time';
import type { LogEntry } from '../../server/observe/log-entry';
import { interpretReference } from '../../server/observe/meant-reference';
import { openingOf, requestOf } from '../../server/observe/order-story';

const mostNear = 5;
const mostHits = 20;
/** Maximum number of remembered matches: a short part matches some thousands of references in a long file. */
const mostKept = 1_000;
const mostLines = 500;

interface Hit {
  reference: string;
  /** One line with time, customer, and page or order. */
  summary: string;
  /** Log entries of the request; for an order, all entries that name it. */
  entries: LogEntry[];
  order: string | null;
}

function summaryOf(reference: string, { customer, time }: LogEntry, what: readonly string[]) {
  return [reference, '', localTime(time), '', customer ?? 'a visitor', ...what].join(' ');
}

/** For an order, the match of the request that created it. */
function opened(hit: Hit): Hit {
  const { entries, order } = hit;
  const opening = order === null ? undefined : openingOf(entries);
  const reference = opening && requestOf(opening);
  if (!opening || !reference || order === null) return hit;
  return { ...hit, reference, summary: summaryOf(reference, opening, ['order', order]) };
}

const listed = (hits: readonly Hit[]): string =>
  hits.map(({ summary }) => `  ${summary}`).join('\n');

export class Found {
  readonly #heard;
  readonly #near = new Map<string, Hit>();
  readonly #parts = new Map<string, Hit>();

  constructor(readonly wanted: string) {
    this.#heard = interpretReference(wanted);
  }

  /** Texts to search for; every log line of interest contains one of them. */
  get sought(): readonly string[] {
    return this.#heard.parts;
  }

  add(entry: LogEntry): void {
    const { reference, order } = entry;
    if (reference === null) return;
    const part = this.#heard.isPartOf(entry);
    if (part !== null) this.#note(this.#parts, entry, part === 'order' ? order : null);
    else if (this.#heard.isNearTo(reference)) this.#note(this.#near, entry, null);
  }

  #note(among: Map<string, Hit>, entry: LogEntry, order: string | null): void {
    const { method, path } = entry;
    const reference = entry.reference ?? '';
    const key = order ?? reference;
    const before = among.get(key);
    const entries = before?.entries ?? [];
    if (entries.length < mostLines) entries.push(entry);
    // A request's own log line, with its page, follows the lines of its calls.
    const told = summaryOf(reference, entry, path === null ? [] : [method ?? '', path]);
    const summary = path === null ? (before?.summary ?? told) : told;
    // Moves the entry to the end and drops the oldest one beyond the limit.
    among.delete(key);
    among.set(key, { reference, summary, entries, order });
    const [oldest] = among.keys();
    if (among.size > mostKept && oldest !== undefined) among.delete(oldest);
  }

  /** Requests or orders whose reference contains the dictated part. */
  get parts(): readonly Hit[] {
    return [...this.#parts.values()].map(opened);
  }

  /** The message if several references contain the part. */
  toldParts(): string {
    const shown = this.parts.slice(-mostHits);
    const earlier = this.#parts.size - shown.length;
    const more =
      earlier > 0 ? `\n  and ${earlier} earlier: --since and --until narrow it down` : '';
    return `${this.wanted} is a part of ${this.#parts.size}; ask for the whole reference of one:\n${listed(shown)}${more}`;
  }

  toldNear(): string {
    if (this.#heard.pieces.length === 0)
      return '\nEnter at least the first or last four characters of a reference.';
    const shown = [...this.#near.values()].slice(-mostNear);
    return shown.length > 0 ? `\nSimilar references:\n${listed(shown)}` : '';
  }
}
