/**
 * The cart ledger: one document per customer that remembers which transactions have had their effect, which
 * one is in doubt, what is still to be sent, and the last cart the ERP has shown. Three lines of JSON, so
 * that a page that only needs the badge does not parse thirty days of transactions: head, sale, settled.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SaleWire } from '../wire/cart-wire.server';
import { fingerprint, type Quantities, type Transaction } from '../transaction';
import { rememberTexts } from './texts-read.server';

const day = 24 * 60 * 60 * 1000;
export const rememberedMs = 30 * day;
export const rememberedEntries = 5_000;
/** Edits that wait on the server because the ERP is away; more would not fit one session's patience. */
export const queueLimit = 500;

const QueuedEditWire = z.object({
  uuid: z.string(),
  productId: z.number(),
  quantity: z.number(),
  /** What the line shall hold, where a browser's customer has said so. Absent in ledgers of an earlier release. */
  to: z.number().optional(),
  /** The delta that came with `to`; `quantity` is what it takes from the cart as it is (`asMeant`). */
  asked: z.number().optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  /** Edits of plain forms are kept here until they are sent; those of the island stay in the browser too. */
  from: z.enum(['form', 'island']),
  /** Cart that the customer was looking at; null: none was known. */
  cart: z.string().nullable(),
});
export type QueuedEdit = z.output<typeof QueuedEditWire>;

export const rejectReasons = ['unknown-product', 'refused', 'unstorable'] as const;
export type RejectReason = (typeof rejectReasons)[number];
/** Why a change is refused; `too-many` by this shop: the line would hold more than a line may. */
export type Refusal = RejectReason | 'too-many';

const NoticeWire = z.object({
  id: z.string(),
  /** `review`: check these quantities. `dropped`: the cart was replaced. `rejected`: the ERP refuses it. */
  kind: z.enum(['review', 'dropped', 'rejected']),
  reason: z.enum(rejectReasons).nullable(),
  /** The reason is `too-many`, which an earlier release could not read as a `reason`. Absent for any other. */
  tooMany: z.boolean().optional(),
  at: z.number(),
  lines: z.array(
    z.object({
      productId: z.number(),
      quantity: z.number(),
      options: z.record(z.string(), z.unknown()).optional(),
      /** The ERP's name, when the cart had the line. */
      name: z.string().nullable(),
    }),
  ),
});
export type CartNotice = z.output<typeof NoticeWire>;

/** A change that has taken a line out, for as long as it can be taken back. */
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
  /** Of this write alone: only its own request, or one that has verified it, ends it. Empty in ledgers of an earlier release. */
  id: z.string().default(''),
  transactions: z.array(QueuedEditWire),
  before: z.object({ uuid: z.string().nullable(), quantities: QuantitiesWire }),
  sentAt: z.number(),
  /** Until then the write may still land: no write starts, and a read proves nothing. */
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
  /** How often the same single transaction was answered 500, by transaction. Absent in ledgers of an earlier release. */
  failedAttempts: z.record(z.string(), z.number()).default({}),
  /** When the ERP first failed on it, in ms since 1970. Absent in ledgers of an earlier release. */
  failedSince: z.record(z.string(), z.number()).default({}),
  trouble: z.enum(['unavailable', 'error']).nullable(),
  /**
   * Since the last success: how often sending has failed, when last, and until when the next attempt waits, in ms since
   * 1970. Absent in ledgers of an earlier release.
   */
  retry: z
    .object({ failed: z.number(), at: z.number(), until: z.number() })
    .nullable()
    .default(null),
  /** Places of lines that were taken out of this cart (`line-places`). Absent in ledgers of an earlier release. */
  gone: z.array(z.tuple([z.string(), z.string().nullable()])).default([]),
  /** Oldest first. Absent in ledgers of an earlier release. */
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

export interface Settled {
  state: SettledState;
  at: number;
  /** Short hash of what the transaction meant. */
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

/** A part of a text keeps the whole of it in memory (V8's sliced strings): a short head would keep its large cart. */
const detached = (part: string): string => Buffer.from(part).toString();

/** What a text means, read once: one view of a cart reads its document several times, the next one again. */
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
/** The text of a sale that has been written or read, so that it is not written down anew. */
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

/** The first line alone, to be read and left as it is: badge, marks and readiness need no more. */
export const parseHead = (text: string): Readonly<LedgerHead> =>
  heads.of(text.slice(0, text.indexOf('\n')));

/** Head and last cart, without the memory of transactions, to be read and left as they are. */
export function parseCart(text: string): Readonly<LedgerHead & { sale: SaleWire | null }> {
  const [head = '', sale] = text.split('\n', 2);
  return { ...heads.of(head), sale: saleIn(sale) };
}

/** The whole document, the caller's own to change; but a sale is replaced, never changed. */
export function parseLedger(text: string): Ledger {
  const [head, sale, settled = ''] = text.split('\n', 3);
  return {
    ...HeadWire.parse(json(head)),
    sale: saleIn(sale),
    settled: new Map(memories.of(settled)),
  };
}

/** Writes the document; what is older than thirty days or beyond the cap is forgotten, oldest first. */
export function formatLedger({ sale, settled, ...head }: Ledger, now: number): string {
  const kept = [...settled]
    .filter(([, { at }]) => now - at < rememberedMs)
    .sort(([, a], [, b]) => a.at - b.at)
    .slice(-rememberedEntries);
  const entries = kept.map(([uuid, { state, at, mark }]) => [uuid, [stateLetter[state], at, mark]]);
  return [JSON.stringify(head), textOf(sale), JSON.stringify(Object.fromEntries(entries))].join(
    '\n',
  );
}

export const markOf = (fingerprint: string): string =>
  createHash('sha256').update(fingerprint).digest('base64url').slice(0, 12);

/** Says whether a uuid that comes again still means the same change, whatever the cart held by then (P-48). */
export const meaningOf = (edit: QueuedEdit): string =>
  markOf(fingerprint({ ...transactionOf(edit), quantity: edit.asked ?? edit.quantity }));

export const quantityPairs = (quantities: Quantities): [string, number][] => [...quantities];
export const quantitiesFrom = (pairs: readonly (readonly [string, number])[]): Quantities =>
  new Map(pairs);

export const transactionOf = ({ uuid, productId, quantity, options }: QueuedEdit): Transaction =>
  options ? { uuid, productId, quantity, options } : { uuid, productId, quantity };

/** Changes that the customer has made and the last cart does not show yet. */
export const unsentOf = (head: LedgerHead): Transaction[] =>
  [...(head.doubt?.transactions ?? []), ...head.queue].map(transactionOf);
