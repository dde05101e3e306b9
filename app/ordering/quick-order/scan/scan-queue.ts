/**
 * The lines that were scanned and are not in the cart yet: one storage key per line, so that tabs never
 * overwrite each other (CART-11). The page's own listener writes new ones (`page-script/capture.ts`); this reads and
 * changes them. Home has its own, which go into the cart without a button: the other pages leave them alone.
 */
import type { QueueStorage } from '~/ordering/cart/queue/cart-queue';
import { isScanKey, newScanId } from './scan-key';
import type { ScanEntry } from './scan-wire';

export class ScanQueue {
  readonly #storage: QueueStorage;
  readonly #prefix: string;
  readonly #direct: boolean;
  /** `prefix`: of this customer's scanned lines, as the form says it (`data-scan`). */
  constructor(storage: QueueStorage, prefix: string, direct: boolean) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.#direct = direct;
  }

  /** Those of this kind of page, oldest first. */
  lines(): ScanEntry[] {
    return this.#keys().flatMap((key) => {
      const entry = read(this.#storage.get(key));
      if (!entry || (entry.direct ?? false) !== this.#direct) return [];
      return [{ ...entry, id: key.slice(this.#prefix.length) }];
    });
  }

  add(entered: string, typed: string | null): void {
    const last = Number.parseInt(this.#keys().at(-1)?.slice(this.#prefix.length) ?? '0', 10);
    this.#write({ id: newScanId(Math.max(Date.now(), last + 1)), entered, typed });
  }

  /** One row stands for these lines now: the first keeps what the row says, the others are gone. */
  set(
    [id, ...others]: readonly string[],
    entered: string,
    typed: string | null,
    codeFirst: boolean,
  ): void {
    if (id === undefined) return;
    this.#write({ id, entered, typed, codeFirst: codeFirst || undefined });
    this.drop(others);
  }

  /** It went into the cart, and is shown until the page is left. */
  markAdded(ids: readonly string[]): void {
    for (const line of this.lines())
      if (ids.includes(line.id)) this.#write({ ...line, added: true });
  }

  /** Lines that were dropped are there again, at their places. */
  restore(lines: readonly ScanEntry[]): void {
    for (const line of lines) this.#write(line);
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) this.#storage.remove(this.#prefix + id);
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

/** As `parseLine` shortens a line, which refuses it there alone; a module for both would be a request more on each page. */
const bounded = (text: string): string => {
  const whole = text.trim();
  return whole.length > 200 ? `${whole.slice(0, 200)}…` : whole;
};

/** A foreign value under our key is ignored. */
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
