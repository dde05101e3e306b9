/**
 * The cart ledger: one document per customer. It records settled transactions, the write in doubt (sent, but with an
 * unknown outcome), unsent edits, and the last cart from the ERP. The document has three lines of JSON: head, sale,
 * settled. A page that only needs the badge thus does not parse thirty days of transactions.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SaleWire } from '../wire/cart-wire.server';
import { fingerprint, type Quantities, type Transaction } from '../transaction';
import { rememberTexts } from './texts-read.server';

const day = 24 * 60 * 60 * 1000;
export const rememberedMs = 30 * day;
export const rememberedEntries = 5_000;
/**
 * Maximum number of edits that wait on the server while the ERP is unavailable. Sending more would take longer than a
 * session should wait.
 */
export const queueLimit = 500;

const QueuedEditWire = z.object({
  uuid: z.string(),
  productId: z.number(),
  quantity: z.number(),
  /** Target quantity of the line, if the customer entered one in a browser. Absent in ledgers of an earlier release. */
  to: z.number().optional(),
  /**
   * The quantity change that came with `to`. `quantity` is that change recomputed against the current cart
   * (`recomputeDeltas`).
   */
  asked: z.number().optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  /** Form edits are stored here until they are sent; edits of the cart island also stay in the browser. */
  from: z.enum(['form', 'island']),
  /** uuid of the cart that the customer saw; null: none was known. */
  cart: z.string().nullable(),
  /**
   * True if the ERP may have applied an earlier copy of this edit. The shop sets it only for an ERP that deduplicates
   * transactions, because it sends no other ERP an edit in doubt again. Absent: the ERP has not applied the edit.
   */
  sent: z.boolean().optional(),
});
export type QueuedEdit = z.output<typeof QueuedEditWire>;

const rejectReasons = ['unknown-product', 'refused', 'unstorable'] as const;
export type RejectReason = (typeof rejectReasons)[number];
/** Why an edit is rejected. The shop itself rejects with `too-many`: the line would exceed its maximum quantity. */
export type Refusal = RejectReason | 'too-many';

const NoticeWire = z.object({
  id: z.string(),
  /**
   * `review`: the customer must check these quantities. `dropped`: the cart was replaced. `rejected`: the ERP rejected
   * the edit.
   */
  kind: z.enum(['review', 'dropped', 'rejected']),
  reason: z.enum(rejectReasons).nullable(),
  /** The reason is `too-many`, which an earlier release cannot parse as a `reason`. Absent for other reasons. */
  tooMany: z.boolean().optional(),
  at: z.number(),
  lines: z.array(
    z.object({
      productId: z.number(),
      quantity: z.number(),
      options: z.record(z.string(), z.unknown()).optional(),
      /** The ERP's name of the product, if the cart contained the line. */
      name: z.string().nullable(),
    }),
  ),
});
export type CartNotice = z.output<typeof NoticeWire>;

/** A transaction that removed a line, stored as long as it can be undone. */
const TakenOutWire = QueuedEditWire.extend({
  at: z.number(),
  /** The ERP's name of the line. */
  name: z.string().nullable(),
});
export type TakenOut = z.output<typeof TakenOutWire>;
export const takenBackMs = 10 * 60 * 1000;
export const mostTakenOut = 20;

const QuantitiesWire = z.array(z.tuple([z.string(), z.number()]));

const InDoubtWire = z.object({
  /**
   * Identifies this write. Only the request that sent it, or one that verified it, may end it. Empty in ledgers of an
   * earlier release.
   */
  id: z.string().default(''),
  transactions: z.array(QueuedEditWire),
  before: z.object({ uuid: z.string().nullable(), quantities: QuantitiesWire }),
  sentAt: z.number(),
  /**
   * Time until which the ERP may still apply the write, in ms since 1970. Before it no write starts, and a read of the
   * cart proves nothing.
   */
  until: z.number(),
});
export type InDoubtWrite = z.output<typeof InDoubtWire>;

const HeadWire = z.object({
  version: z.literal(1),
  snapshot: z
    .object({ uuid: z.string().nullable(), at: z.number(), quantities: QuantitiesWire })
    .nullable(),
  queue: z.array(QueuedEditWire),
  doubt: InDoubtWire.nullable(),
  notices: z.array(NoticeWire),
  /** Number of 500 responses to a single transaction, by uuid. Absent in ledgers of an earlier release. */
  failedAttempts: z.record(z.string(), z.number()).default({}),
  /** Time of the first of these failures, in ms since 1970. Absent in ledgers of an earlier release. */
  failedSince: z.record(z.string(), z.number()).default({}),
  trouble: z.enum(['unavailable', 'error']).nullable(),
  /**
   * Failed sends since the last success: their number, the time of the last one, and when the next attempt may start,
   * in ms since 1970. Absent in ledgers of an earlier release.
   */
  retry: z
    .object({ failed: z.number(), at: z.number(), until: z.number() })
    .nullable()
    .default(null),
  /** Positions of lines that were removed from this cart (`line-places`). Absent in ledgers of an earlier release. */
  gone: z.array(z.tuple([z.string(), z.string().nullable()])).default([]),
  /** Recently removed lines, oldest first. Absent in ledgers of an earlier release. */
  takenOut: z.array(TakenOutWire).default([]),
});
export type LedgerHead = z.output<typeof HeadWire>;

export type SettledState = 'acked' | 'rejected' | 'review' | 'dropped';
const stateLetter = { acked: 'A', rejected: 'R', review: 'V', dropped: 'D' } as const;
const letterState = { A: 'acked', R: 'rejected', V: 'review', D: 'dropped' } as const;
const SettledWire = z.record(
  z.string(),
  z.tuple([z.enum(['A', 'R', 'V', 'D']), z.number(), z.string()]),
);

interface Settled {
  state: SettledState;
  at: number;
  /** Short hash of the transaction's content. */
  mark: string;
}

export interface Ledger extends LedgerHead {
  sale: SaleWire | null;
  settled: Map<string, Settled>;
}

export const emptyLedger = (): Ledger => ({
  version: 1,
  snapshot: null,
  queue: [],
  doubt: null,
  notices: [],
  failedAttempts: {},
  failedSince: {},
  trouble: null,
  retry: null,
  gone: [],
  takenOut: [],
  sale: null,
  settled: new Map(),
});

const json = (text: string | undefined): unknown => JSON.parse(text ?? '');

/**
 * Copies part of a string. V8's sliced strings keep the whole string in memory: without a copy, a cached head would
 * retain its large cart.
 */
const detached = (part: string): string => Buffer.from(part).toString();

/**
 * Caches the parsed value by its text: one cart page parses the same document several times, and so does the next
 * request.
 */
function readOnce<T extends object>(read: (text: string) => T) {
  const known = rememberTexts<T>();
  return {
    of(text: string): T {
      const before = known.get(text);
      if (before) return before;
      const own = detached(text);
      const value = read(own);
      known.set(own, value);
      return value;
    },
    note: (text: string, value: T): void => void known.set(text, value),
  };
}

const heads = readOnce((text) => HeadWire.parse(json(text)));
const memories = readOnce((text): ReadonlyMap<string, Settled> => {
  const entries = Object.entries(SettledWire.parse(json(text)));
  return new Map(
    entries.map(([uuid, [letter, at, mark]]) => [uuid, { state: letterState[letter], at, mark }]),
  );
});
/** The JSON of a sale that was parsed or serialised before, so that it is not serialised again. */
const saleTexts = new WeakMap<SaleWire, string>();
const sales = readOnce((text) => {
  const sale = SaleWire.parse(json(text));
  saleTexts.set(sale, text);
  return sale;
});

const saleIn = (text = ''): SaleWire | null => (text === 'null' ? null : sales.of(text));

function textOf(sale: SaleWire | null): string {
  if (!sale) return 'null';
  const known = saleTexts.get(sale);
  if (known !== undefined) return known;
  const text = JSON.stringify(sale);
  saleTexts.set(sale, text);
  sales.note(text, sale);
  return text;
}

/**
 * Parses only the head, the first line, as a read-only value. Badge, 'in cart' marks and the readiness check need no
 * more.
 */
export const parseHead = (text: string): Readonly<LedgerHead> =>
  heads.of(text.slice(0, text.indexOf('\n')));

/** Parses head and last cart, without the settled transactions, as read-only values. */
export function parseCart(text: string): Readonly<LedgerHead & { sale: SaleWire | null }> {
  const [head = '', sale] = text.split('\n', 2);
  return { ...heads.of(head), sale: saleIn(sale) };
}

/**
 * Parses the whole ledger document. The caller may change the result, but must replace `sale` instead of changing it.
 */
export function parseLedger(text: string): Ledger {
  const [head, sale, settled = ''] = text.split('\n', 3);
  return {
    ...HeadWire.parse(json(head)),
    sale: saleIn(sale),
    settled: new Map(memories.of(settled)),
  };
}

/**
 * Serialises the ledger document. Drops settled entries older than thirty days or beyond the maximum number, oldest
 * first.
 */
export function formatLedger({ sale, settled, ...head }: Ledger, now: number): string {
  const kept = [...settled]
    .filter(([, { at }]) => now - at < rememberedMs)
    .sort(([, a], [, b]) => a.at - b.at)
    .slice(-rememberedEntries);
  const entries = kept.map(([uuid, { state, at, mark }]) => [uuid, [stateLetter[state], at, mark]]);
  const text = JSON.stringify(Object.fromEntries(entries));
  // The next write parses this text. Without the cache, validating 5,000 entries would take most of its time.
  memories.note(text, new Map(kept));
  return [JSON.stringify(head), textOf(sale), text].join('\n');
}

const markOf = (fingerprint: string): string =>
  createHash('sha256').update(fingerprint).digest('base64url').slice(0, 12);

/**
 * Hash of the change that an edit asks for, whatever the cart then held. It detects whether a repeated uuid still means
 * the same change (P-48).
 */
export const meaningOf = (edit: QueuedEdit): string =>
  markOf(fingerprint({ ...transactionOf(edit), quantity: edit.asked ?? edit.quantity }));

export const quantityPairs = (quantities: Quantities): [string, number][] => [...quantities];
export const quantitiesFrom = (pairs: readonly (readonly [string, number])[]): Quantities =>
  new Map(pairs);

export const transactionOf = ({ uuid, productId, quantity, options }: QueuedEdit): Transaction =>
  options ? { uuid, productId, quantity, options } : { uuid, productId, quantity };

/** The customer's edits that the last cart does not contain yet. */
export const unsentOf = (head: LedgerHead): Transaction[] =>
  [...(head.doubt?.transactions ?? []), ...head.queue].map(transactionOf);
