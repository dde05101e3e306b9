/**
 * Formats a customer's cart ledger for support. The app writes the document (docs/cart-ledger.md); a test verifies that
 * this module can parse it.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { KeyValueStore } from '../../store/key-value-store';

const Edit = z.object({
  uuid: z.string(),
  productId: z.number(),
  quantity: z.number(),
  from: z.string(),
  cart: z.string().nullable(),
});
type Edit = z.output<typeof Edit>;
const Quantities = z.array(z.tuple([z.string(), z.number()]));

const Head = z.object({
  snapshot: z
    .object({ uuid: z.string().nullable(), at: z.number(), quantities: Quantities })
    .nullable(),
  queue: z.array(Edit),
  doubt: z
    .object({
      transactions: z.array(Edit),
      before: z.object({ uuid: z.string().nullable(), quantities: Quantities }),
      sentAt: z.number(),
      until: z.number(),
    })
    .nullable(),
  notices: z.array(z.object({ kind: z.string(), at: z.number(), lines: z.array(z.unknown()) })),
  failedAttempts: z.record(z.string(), z.number()).default({}),
  trouble: z.string().nullable(),
});
const Settled = z.record(z.string(), z.tuple([z.string(), z.number(), z.string()]));

const fates: Readonly<Record<string, string>> = {
  A: 'applied',
  R: 'rejected',
  V: 'to be checked by the customer',
  D: 'dropped, cart replaced',
};

export interface LedgerView {
  /** `cart 1f0c…, 3 lines, as the ERP showed it at …`; null when the ERP has returned no cart yet. */
  snapshot: { cart: string | null; lines: number; at: number } | null;
  doubt: { sentAt: number; until: number; edits: readonly string[] } | null;
  pending: readonly string[];
  notices: readonly { kind: string; at: number; lines: number }[];
  trouble: string | null;
  /** Number of transactions by outcome, over the 30 days that the ledger remembers. */
  settled: readonly { fate: string; count: number; last: number }[];
}

export const ledgerPrefix = 'cart:';
export const isLedger = (key: string): boolean => /^cart:[\w-]{22}$/.test(key);

/** Key of a customer's ledger in the store. */
export const ledgerKeyOf = (owner: string): string =>
  `${ledgerPrefix}${createHash('sha256').update(owner).digest('base64url').slice(0, 22)}`;

const signed = (quantity: number): string => (quantity > 0 ? `+${quantity}` : String(quantity));

function settledIn(text: string | undefined): LedgerView['settled'] {
  const found = new Map<string, { count: number; last: number }>();
  for (const [letter, at] of Object.values(Settled.parse(JSON.parse(text ?? '{}')))) {
    const before = found.get(letter) ?? { count: 0, last: 0 };
    found.set(letter, { count: before.count + 1, last: Math.max(before.last, at) });
  }
  return [...found].map(([letter, rest]) => ({ fate: fates[letter] ?? letter, ...rest }));
}

/** The open work in a ledger, from its head alone; nothing when another release wrote it in another format. */
export function openIn(text: string): { inDoubtSince: number | null; waits: boolean } {
  try {
    const { doubt, queue } = Head.parse(JSON.parse(text.split('\n', 1)[0] ?? ''));
    return { inDoubtSince: doubt?.sentAt ?? null, waits: queue.length > 0 };
  } catch {
    return { inDoubtSince: null, waits: false };
  }
}

export function viewOfLedger(text: string): LedgerView {
  const [first = '', , third] = text.split('\n', 3);
  const { snapshot, queue, doubt, notices, failedAttempts, trouble } = Head.parse(
    JSON.parse(first),
  );
  const before = new Map(doubt?.before.quantities);
  const lineOf = ({ uuid, productId, quantity, from }: Edit): string => {
    const failures = failedAttempts[uuid] ?? 0;
    return [
      `product ${productId}: ${signed(quantity)}`,
      `from the ${from === 'form' ? 'page’s form' : 'browser’s queue'}`,
      `transaction ${uuid}`,
      ...(failures > 0 ? [`answered 500 ${failures} times`] : []),
    ].join(', ');
  };
  return {
    snapshot: snapshot && {
      cart: snapshot.uuid,
      lines: snapshot.quantities.length,
      at: snapshot.at,
    },
    doubt: doubt && {
      sentAt: doubt.sentAt,
      until: doubt.until,
      edits: doubt.transactions.map(
        (edit) => `${lineOf(edit)}, before: ${before.get(String(edit.productId)) ?? 0}`,
      ),
    },
    pending: queue.map(lineOf),
    notices: notices.map(({ kind, at, lines }) => ({ kind, at, lines: lines.length })),
    trouble,
    settled: settledIn(third),
  };
}

/** Reads a customer's ledger; null when there is none. */
export async function readLedger(
  store: Pick<KeyValueStore, 'read'>,
  key: string,
): Promise<LedgerView | null> {
  const found = await store.read(key);
  return found && viewOfLedger(found.value);
}
