/** The single form of checkout: its fields and buttons, and how they are parsed. */
import { z } from 'zod';
import { cents, type Cents } from '~/base/kernel/money';
import { plainText } from '~/base/kernel/plain-text';
import { lines } from '~/base/kernel/text';

/** Id of the form on its page, for controls outside the form element. */
export const formId = 'checkout';

const intents = ['find', 'save', 'coupon', 'points', 'confirm'] as const;
export type Intent = (typeof intents)[number];
/** Intents that change or order the cart. */
export type StepIntent = Exclude<Intent, 'find' | 'points'>;

const limits = {
  reference: 60,
  suite: 60,
  note: 500,
  search: 100,
  coupon: 60,
  totals: 1_000,
} as const;
export const maxLengths = limits;

const id = z.coerce.number().int().positive().max(2_147_483_647).optional();
const line = (max: number) => z.string().trim().max(max).optional();

/**
 * Browsers send whatever the form holds, so almost every field is optional here. confirm-rules.ts checks against the
 * cart what a confirmation requires.
 */
export const checkoutForm = () => {
  const text = (max: number) => z.string().trim().max(max);
  return z.object({
    /** uuid of the displayed cart. */
    cart: z.uuid(),
    /** Idempotency key: a repeated post acts once. */
    tx: z.uuid(),
    /** Digest of the displayed total, quantities and shortages (`cartDigest`). */
    shown: line(80),
    /** Displayed total of the order by carrier (`totalsText`). */
    totals: line(limits.totals),
    /** Reference and note as displayed (`shownTexts`); up to the length of the ERP's note. */
    was: z.string().optional(),
    /** Id of the carrier that the previous page showed as chosen. */
    had: id,
    /** Search texts whose results the previous page already showed; a different text is a new search. */
    foundAddresses: z.string().optional(),
    foundPoints: z.string().optional(),
    find: line(limits.search),
    ship: id,
    bill: id,
    how: id,
    pp: line(limits.search),
    point: line(80),
    /** An emptied field clears the value in the cart. */
    ref: text(limits.reference).default(''),
    suite: text(limits.suite).optional(),
    note: lines().max(limits.note).default(''),
    /** Codes may be copied from a letter or an e-mail, so invisible characters are removed. */
    coupon: z.string().overwrite(plainText).max(limits.coupon).optional(),
    mto: z.literal('on').optional(),
    cold: z.literal('on').optional(),
    /** The unusual quantities that the customer confirmed (`UnusualQuantities.value`). */
    sure: line(40),
    pay: line(20),
    /** Serial number for which the page has warned that another order uses it. */
    told: line(limits.suite),
    /** Token of the open payment that the page has reported. */
    begun: z.uuid().optional(),
  });
};

/**
 * Fields that later pages of the same cart preserve. Of the search texts, they preserve only the one for pickup points.
 */
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
  'sure',
  'pay',
] as const;
export type TypedChoices = Partial<Record<(typeof typedNames)[number], string>>;

export type CheckoutForm = ReturnType<typeof checkoutForm>;
export type CheckoutInput = z.output<CheckoutForm>;

/** Serialises the totals of the order by carrier into one form field. */
export const totalsText = (sums: ReadonlyMap<number, { total: Cents | null }>): string =>
  [...sums]
    .map(([id, { total }]) => `${id}:${total}`)
    .join(' ')
    .slice(0, limits.totals);

/** The displayed total with the chosen carrier; null when the page showed none. */
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
