/** References that are no answer to what was asked for, but may be meant: read out in part, or misheard. */
import { localTime } from '../../server/observe/local-time';
import type { LogEntry } from '../../server/observe/log-entry';
import { heardAs } from '../../server/observe/meant-reference';

const mostNear = 5;
const mostHits = 20;
/** A piece of a long file's references is one of some thousands. */
const mostKept = 1_000;
const mostLines = 500;

interface Hit {
  reference: string;
  /** Its time, its customer, and its page or order. */
  summary: string;
  entries: LogEntry[];
}

const listed = (hits: readonly Hit[]): string =>
  hits.map(({ summary }) => `  ${summary}`).join('\n');

export class Found {
  readonly #heard;
  readonly #near = new Map<string, Hit>();
  readonly #parts = new Map<string, Hit>();

  constructor(readonly wanted: string) {
    this.#heard = heardAs(wanted);
  }

  /** What lines must hold to matter here. */
  get sought(): readonly string[] {
    return this.#heard.parts;
  }

  add(entry: LogEntry): void {
    const { reference, confirmation, order } = entry;
    if (reference === null) return;
    const part = this.#heard.isPartOf(entry);
    // An order that was found later belongs to the request that confirmed it.
    const wanted = part === 'order' ? (confirmation ?? reference) : reference;
    if (part !== null) this.#note(this.#parts, wanted, entry, part === 'order' ? order : null);
    else if (this.#heard.isNearTo(reference)) this.#note(this.#near, reference, entry, null);
  }

  #note(among: Map<string, Hit>, reference: string, entry: LogEntry, order: string | null): void {
    const { customer, method, path, time } = entry;
    const before = among.get(reference);
    const entries = before?.entries ?? [];
    if (entries.length < mostLines) entries.push(entry);
    // The page of a request comes after its calls.
    const what = order === null ? (path === null ? [] : [method, path]) : ['order', order];
    const told = [reference, '', localTime(time), '', customer ?? 'a visitor', ...what].join(' ');
    const summary = what.length > 0 ? told : (before?.summary ?? told);
    // Newest last, and the oldest given up.
    among.delete(reference);
    among.set(reference, { reference, summary, entries });
    const [oldest] = among.keys();
    if (among.size > mostKept && oldest !== undefined) among.delete(oldest);
  }

  /** Those that were read out in part. */
  get parts(): readonly Hit[] {
    return [...this.#parts.values()];
  }

  /** The answer where several are meant by a part. */
  toldParts(): string {
    const shown = this.parts.slice(-mostHits);
    const earlier = this.#parts.size - shown.length;
    const more =
      earlier > 0 ? `\n  and ${earlier} earlier: --since and --until narrow it down` : '';
    return `${this.wanted} is a part of ${this.#parts.size}; ask for the whole reference of one:\n${listed(shown)}${more}`;
  }

  toldNear(): string {
    if (this.#heard.pieces.length === 0)
      return '\nOf a reference four characters of its beginning or end are needed.';
    const shown = [...this.#near.values()].slice(-mostNear);
    return shown.length > 0 ? `\nNear it:\n${listed(shown)}` : '';
  }
}
