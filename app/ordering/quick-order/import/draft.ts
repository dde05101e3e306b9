/**
 * An import draft: the parsed lines of the customer's file, and the state of the import. The server stores it between
 * preview and confirmation, so the file is uploaded once and the confirmation is a short form (ACC-01).
 */
import { z } from 'zod';
import { maxQuantity } from '~/ordering/cart/transaction';
import { otherSchemes } from '~/catalogue/products/codes/other-schemes';
import { typedDay } from '~/base/kernel/day';
import { sumCents, cents, type Cents } from '~/base/kernel/money';
import { ListNote } from '../list-columns';
import type { UnusualLine } from '~/ordering/cart/unusual-question';
import type { LineFault } from '../quick-order';

const among = {
  names: z.array(z.string()),
  /** Products that the code may identify. Missing in drafts of an earlier release. */
  choices: z.array(z.object({ sku: z.string(), text: z.string() })).default([]),
};

const Fault: z.ZodType<LineFault> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('no-code') }),
  z.object({ kind: z.literal('unchecked') }),
  z.object({ kind: z.literal('misread') }),
  z.object({ kind: z.literal('rounded') }),
  z.object({ kind: z.literal('too-long') }),
  z.object({ kind: z.literal('no-sku') }),
  // Drafts of an earlier release have no total.
  z.object({ kind: z.literal('unusual'), total: z.number().default(0) }),
  z.object({ kind: z.literal('carton'), asked: z.string() }),
  z.object({ kind: z.literal('behind-label'), behind: z.string() }),
  z.object({ kind: z.literal('other-scheme'), scheme: z.enum(otherSchemes) }),
  z.object({ kind: z.literal('label'), gtin: z.string().nullable(), unreadable: z.string() }),
  z.object({ kind: z.literal('several-codes'), ...among }),
  z.object({ kind: z.literal('ambiguous'), ...among }),
  z.object({
    kind: z.literal('quantity'),
    refusal: z.enum([
      'zero',
      'negative',
      'fraction',
      'thousands',
      'packs',
      'too-many',
      'code',
      'not-a-number',
      'not-known',
      'not-orderable',
      'not-accepted',
      'too-many-in-cart',
    ] as const),
    readings: z.tuple([z.number(), z.number()]).optional(),
  }),
  z.object({
    kind: z.literal('barred'),
    reason: z.enum(['may-not-order', 'not-sold', 'on-quotation', 'on-request', 'other-profession']),
  }),
]);

const StoredDay = z
  .string()
  .transform((text) => typedDay(text))
  .nullable();

/** Pack data of a scanned label: displayed, never sent. */
const Pack = z.object({
  lot: z.string().nullable(),
  expiry: StoredDay,
  bestBefore: StoredDay,
  sellBy: StoredDay,
  count: z.number().nullable(),
  inside: z.number().nullable(),
  doubts: z.array(z.enum(['lot', 'expiry', 'count'])).readonly(),
});

/** One line of the file. */
export const DraftLine = z.object({
  number: z.number(),
  entered: z.string(),
  typed: z.string(),
  quantity: z.number().nullable(),
  /** Pieces of the same product in the preceding lines of the file. */
  before: z.number(),
  productId: z.number().nullable(),
  sku: z.string().nullable(),
  title: z.string(),
  presentation: z.string(),
  /** Full name with pack size. Missing in drafts of an earlier release, and without a product. */
  name: z.string().optional(),
  amount: z.number().nullable(),
  fault: Fault.nullable(),
  /** Missing for codes without pack data, and in drafts of an earlier release. */
  pack: Pack.optional(),
});
export type DraftLine = z.output<typeof DraftLine>;

const Head = z.object({
  suiteName: z.string(),
  reference: z.string(),
  email: z.string(),
  note: z.string(),
});

const Before = z.object({
  uuid: z.string().nullable(),
  quantities: z.array(z.tuple([z.string(), z.number()])),
});

export const Fate = z.discriminatedUnion('kind', [
  /** `returned`: the import was sent once, and the cart proved that nothing was added. */
  z.object({ kind: z.literal('ready'), returned: z.boolean() }),
  /** The import was sent. `lost`: the response was lost. Until the time `until`, the ERP may still apply it. */
  z.object({ kind: z.literal('sent'), lost: z.boolean(), until: z.number(), before: Before }),
  z.object({ kind: z.literal('done'), at: z.number(), warning: z.string().nullable() }),
  /** The outcome is unknown; the customer checks the cart. */
  z.object({ kind: z.literal('unclear') }),
]);
export type Fate = z.output<typeof Fate>;

export const DraftHead = z.object({
  fileName: z.string(),
  readAt: z.number(),
  /** The order row of the file, if it has one. */
  order: Head.nullable(),
  /** True when the search engine was unavailable, so codes were not checked. */
  unchecked: z.boolean(),
  /** Short hash of the order that would be sent; equal orders have equal hashes. */
  mark: z.string(),
  fate: Fate,
  /** True when the customer confirmed the unusual quantities; missing in drafts of an earlier build. */
  sure: z.boolean().default(false),
  /** Ignored rows, and notes on how columns were parsed; both missing in drafts of an earlier build. */
  passed: z.array(z.string()).readonly().default([]),
  notes: z.array(ListNote).readonly().default([]),
});
export type DraftHead = z.output<typeof DraftHead>;

export interface Draft extends DraftHead {
  token: string;
  lines: readonly DraftLine[];
}

export const isReady = (line: DraftLine): boolean => line.fault === null;

/** Its quantity is far above the usual, and not confirmed. */
export const isUnusualLine = ({ fault }: DraftLine): boolean => fault?.kind === 'unusual';

/** Returns the lines with their unusual quantities confirmed. */
export const confirmedLines = (lines: readonly DraftLine[]): DraftLine[] =>
  lines.map((line) => (isUnusualLine(line) ? { ...line, fault: null } : line));

/** Sum of the lines that will be added, or null when no price is known. */
export function totalOf(lines: readonly DraftLine[]): Cents | null {
  const amounts = lines.flatMap(({ amount, fault }) =>
    amount === null || fault ? [] : [cents(amount)],
  );
  return amounts.length === 0 ? null : sumCents(amounts);
}

/** Sums of pieces by SKU in file order: one entry per product, even if the file repeats it. */
export function piecesBySku(lines: readonly DraftLine[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { sku, quantity, fault } of lines) {
    if (fault || sku === null || quantity === null) continue;
    pieces.set(sku, (pieces.get(sku) ?? 0) + quantity);
  }
  return pieces;
}

/**
 * Returns the names of products whose cart line would exceed the maximum quantity. `held`: pieces in the cart by SKU.
 */
export function namesBeyond(
  lines: readonly DraftLine[],
  held: ReadonlyMap<string | null, number>,
): string[] {
  const beyond = [...piecesBySku(lines)].filter(
    ([sku, pieces]) => pieces + (held.get(sku) ?? 0) > maxQuantity,
  );
  return beyond.map(([sku]) => lines.find((line) => line.sku === sku)?.title || sku);
}

/**
 * Marks the lines of each product of which the cart would hold more than `mostOf` as unusual, and no others. `held`:
 * pieces in the cart now. Returns the same object for a line whose mark stays.
 */
export function markUnusual(
  lines: readonly DraftLine[],
  held: ReadonlyMap<number, number>,
  mostOf: (productId: number) => number,
): DraftLine[] {
  const totals = new Map(held);
  const isCounted = (line: DraftLine): boolean => isReady(line) || isUnusualLine(line);
  for (const line of lines)
    if (line.productId !== null && isCounted(line))
      totals.set(line.productId, (totals.get(line.productId) ?? 0) + (line.quantity ?? 0));
  return lines.map((line) => {
    const { productId, fault } = line;
    if (productId === null || !isCounted(line)) return line;
    const total = totals.get(productId) ?? 0;
    // A line above its maximum is rejected anyway.
    if (total > maxQuantity) return line;
    if (total <= mostOf(productId)) return fault === null ? line : { ...line, fault: null };
    return { ...line, fault: { kind: 'unusual', total } };
  });
}

type AskedProduct = UnusualLine & { sku: string };

/** Returns the products with unusual quantities to confirm, each with the sum of its pieces in those lines. */
export function askedProducts(lines: readonly DraftLine[]): AskedProduct[] {
  const asked = lines.filter(isUnusualLine);
  return [...piecesBySku(confirmedLines(asked))].map(([sku, quantity]) => {
    const { title = '', name = title, fault } = asked.find((line) => line.sku === sku) ?? {};
    const total = fault?.kind === 'unusual' ? fault.total : 0;
    return { sku, quantity, total: Math.max(total, quantity), name: name === '' ? sku : name };
  });
}

/** Returns the lines whose SKU the ERP's warning mentions. */
export function warnedLines(lines: readonly DraftLine[], warning: string): DraftLine[] {
  const words = new Set(warning.split(/[\s,;:"'()]+/));
  return lines.filter(({ sku, fault }) => !fault && sku !== null && words.has(sku));
}
