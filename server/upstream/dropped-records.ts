/**
 * Records of an upstream's answer that the shop cannot use. The schema leaves such a record out of its list while it
 * parses, and the caller of the schema logs it: a schema knows neither the call nor the log of the request.
 *
 * Server and app are two module graphs, and each has a copy of this module: the list that both use has a registered
 * symbol. A parse is synchronous, so no two requests share one list.
 */
interface DroppedRecord {
  /** Number of the record; null where it has none. */
  id: number | null;
  /** Paths of the keys that the schema rejects, such as `address.id`. */
  keys: readonly string[];
}

interface Holder {
  [shared]?: DroppedRecord[] | undefined;
}

const shared = Symbol.for('shop.dropped-records');
const holder = globalThis as Holder;

/** A log line names at most this many records and keys. */
const mostNamed = 10;

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** `id`, or the first key such as `order_line_id`. */
function idOf(record: unknown): number | null {
  if (typeof record !== 'object' || record === null) return null;
  const [, id = null] =
    Object.entries(record).find(([key, value]) => /(^|_)id$/.test(key) && isNumber(value)) ?? [];
  return isNumber(id) ? id : null;
}

interface Issue {
  path?: readonly PropertyKey[] | undefined;
}

export const keysOf = (issues: readonly Issue[]): readonly string[] =>
  [...new Set(issues.map(({ path = [] }) => path.map(String).join('.')))].slice(0, mostNamed);

/** Called by a schema that leaves `record` out. Without effect outside `collectDropped`. */
export function noteDropped(record: unknown, issues: readonly Issue[]): void {
  const dropped = holder[shared];
  if (dropped && dropped.length < mostNamed)
    dropped.push({ id: idOf(record), keys: keysOf(issues) });
}

/** Runs a synchronous parse; returns its result and the records that its schema left out, the first ten. */
export function collectDropped<T>(parse: () => T): {
  result: T;
  dropped: readonly DroppedRecord[];
} {
  const outer = holder[shared];
  const dropped: DroppedRecord[] = [];
  holder[shared] = dropped;
  try {
    return { result: parse(), dropped };
  } finally {
    holder[shared] = outer;
  }
}
