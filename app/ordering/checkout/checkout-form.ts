/** The one form of checkout: its fields, its buttons, and how they are read. */
import { z } from 'zod';
import { cents, type Cents } from '~/base/kernel/money';
import { plainText } from '~/base/kernel/plain-text';
import { lines } from '~/base/kernel/text';

/** Id of the form on its page, for what stands outside of it. */
export const formId = 'checkout';

export const intents = ['find', 'save', 'coupon', 'points', 'confirm'] as const;
export type Intent = (typeof intents)[number];
/** What changes the cart or orders it. */
export type StepIntent = Exclude<Intent, 'find' | 'points'>;

const limits = {
  ...{ reference: 60, suite: 60, note: 500, search: 100, coupon: 60 },
  totals: 1_000,
} as const;
export const maxLengths = limits;

const id = z.coerce.number().int().positive().max(2_147_483_647).optional();
const line = (max: number) => z.string().trim().max(max).optional();

/**
 * Browsers send what the form holds, so almost everything is optional here; what a confirmation needs is
 * judged against the cart (confirm-rules.ts).
 */
export const checkoutForm = () => {
  const text = (max: number) => z.string().trim().max(max);
  return z.object({
    /** Cart that the page showed. */
    cart: z.uuid(),
    /** Makes the post one effect, however often it arrives. */
    tx: z.uuid(),
    /** What the page showed: total, quantities, shortages (`cartDigest`). */
    shown: line(80),
    /** What it comes to with each carrier, as the page showed it (`totalsText`). */
    totals: line(limits.totals),
    /** Reference and note as the page showed them (`shownTexts`); as long as the ERP's note is. */
    was: z.string().optional(),
    /** Carrier that the page showed as chosen. */
    had: id,
    /** Words of the searches as the page showed them: others have been searched for. */
    foundAddresses: z.string().optional(),
    foundPoints: z.string().optional(),
    find: line(limits.search),
    ship: id,
    bill: id,
    how: id,
    pp: line(limits.search),
    point: line(80),
    /** An emptied field clears what the cart has. */
    ref: text(limits.reference).default(''),
    suite: text(limits.suite).optional(),
    note: lines().max(limits.note).default(''),
    /** Copied out of a letter or an e-mail: signs that cannot be seen are none of the code. */
    coupon: z.string().overwrite(plainText).max(limits.coupon).optional(),
    mto: z.literal('on').optional(),
    cold: z.literal('on').optional(),
    pay: line(20),
    /** The serial number of which the page has told that another order carries it. */
    told: line(limits.suite),
    /** The open payment that the page has told of. */
    begun: z.uuid().optional(),
  });
};

/** Fields that are kept for a later page of the same cart; of what is searched for, the points of the carrier. */
export const typedNames = [
  'how',
  'pp',
  'point',
  'ship',
  'bill',
  'ref',
  'suite',
  'note',
  'coupon',
  'mto',
  'cold',
  'pay',
] as const;
export type TypedChoices = Partial<Record<(typeof typedNames)[number], string>>;

export type CheckoutForm = ReturnType<typeof checkoutForm>;
export type CheckoutInput = z.output<CheckoutForm>;

/** The totals of the order by carrier, as one text of the form. */
export const totalsText = (sums: ReadonlyMap<number, { total: Cents | null }>): string =>
  [...sums]
    .map(([id, { total }]) => `${id}:${total}`)
    .join(' ')
    .slice(0, limits.totals);

/** The total that the page showed with the carrier that is chosen; null where it showed none. */
export function announcedTotal({
  totals = '',
  how,
}: Pick<CheckoutInput, 'totals' | 'how'>): Cents | null {
  const own = totals.split(' ').find((one) => one.startsWith(`${how}:`));
  const total = /:(-?\d{1,12})$/.exec(own ?? '')?.[1];
  return total === undefined ? null : cents(Number(total));
}

export const intentOf = (value: unknown): Intent =>
  intents.find((intent) => intent === value) ?? 'find';
