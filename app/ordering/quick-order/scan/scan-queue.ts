/**
 * Queue of scanned lines that are not yet in the cart. Each line has its own storage key, so that tabs never overwrite
 * each other (CART-11). The page's inline script adds lines (`page-script/capture.ts`); this class reads and changes
 * them. Lines of the home page enter the cart without a button, so other pages ignore them.
 */
import type { QueueStorage } from '~/ordering/cart/queue/cart-queue';
import { isScanKey, newScanId } from './scan-key';
import type { ScanEntry } from './scan-wire';

export class ScanQueue {
  readonly #storage: QueueStorage;
  readonly #prefix: string;
  readonly #direct: boolean;
  /** `prefix`: storage prefix of this customer's scanned lines, from `data-scan` of the form. */
  constructor(storage: QueueStorage, prefix: string, direct: boolean) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.#direct = direct;
  }

  /** Returns the lines of this kind of page, oldest first. */
  lines(): ScanEntry[] {
    return this.#keys().flatMap((key) => {
      const entry = read(this.#storage.get(key));
      if (!entry || (entry.direct ?? false) !== this.#direct) return [];
      return [{ ...entry, id: key.slice(this.#prefix.length) }];
    });
  }

  add(entry: Omit<ScanEntry, 'id'>): void {
    const last = Number.parseInt(this.#keys().at(-1)?.slice(this.#prefix.length) ?? '0', 10);
    this.#write({ ...entry, id: newScanId(Math.max(Date.now(), last + 1)) });
  }

  /** Merges several lines into the first one, which stores the row's current values; removes the others. */
  set([id, ...others]: readonly string[], entry: Omit<ScanEntry, 'id'>): void {
    if (id === undefined) return;
    this.#write({ ...entry, id });
    this.drop(others);
  }

  /**
   * Marks lines as `added` to the cart, which the page displays until it is left, or as `wasAsked`: they await an
   * answer, and an emptied cart must not let them in by themselves.
   */
  mark(ids: readonly string[], mark: 'added' | 'wasAsked'): void {
    for (const line of this.lines())
      if (ids.includes(line.id)) this.#write({ ...line, [mark]: true });
  }

  /** Restores removed lines at their positions. */
  restore(lines: readonly ScanEntry[]): void {
    for (const line of lines) this.#write(line);
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) this.#storage.remove(this.#prefix + id);
  }

  /** Removes one unit of the last line with this code that is not yet in the cart. */
  takeBack(code: string): void {
    const line = this.lines().findLast(({ entered, added }) => entered === code && !added);
    const count = Number(line?.typed ?? 1);
    if (!line || !Number.isInteger(count)) return;
    if (count > 1) this.#write({ ...line, typed: String(count - 1) });
    else this.drop([line.id]);
  }

  dropAdded(): void {
    this.drop(this.lines().flatMap(({ id, added }) => (added ? [id] : [])));
  }

  #write({ id, ...entry }: ScanEntry): void {
    const direct = this.#direct ? true : undefined;
    this.#storage.set(this.#prefix + id, JSON.stringify({ ...entry, direct }));
  }

  #keys(): string[] {
    return this.#storage
      .keys()
      .filter((key) => isScanKey(key, this.#prefix))
      .sort();
  }
}

/**
 * Shortens a line as `parseLine` does, which then rejects it. Duplicated because a shared module would cost each page
 * another request.
 */
const bounded = (text: string): string => {
  const whole = text.trim();
  return whole.length > 200 ? `${whole.slice(0, 200)}…` : whole;
};

/** Ignores values that other software stored under the shop's key. */
function read(text: string | null): Omit<ScanEntry, 'id'> | null {
  try {
    const entry = JSON.parse(text ?? 'null') as Omit<ScanEntry, 'id'> | null;
    if (typeof entry?.entered !== 'string') return null;
    const { entered, typed } = entry;
    return { ...entry, entered: bounded(entered), typed: typed === null ? null : bounded(typed) };
  } catch {
    return null;
  }
}
