/**
 * How fields of search documents are read (contract/search.md 1.1, 2.4): null, missing and Odoo's `false`
 * mean the same, a single object may stand where a list is documented, and a field of a wrong type is a
 * missing field, so that one odd product never takes its list down.
 */
import { z } from 'zod';
import { noteDropped } from '../../../server/upstream/dropped-records';
import { isWithin, type Day } from '~/base/kernel/day';
import { dayFrom, isNoDate } from '~/base/kernel/wire-date';

/**
 * What each kind of field expects, for `npm run index`: it says of a document what these readers pass over in silence.
 * `entry` reads the entries of a list or a map, or the value of an optional part.
 */
export const fieldKinds = z.registry<{
  kind: 'text' | 'code' | 'number' | 'flag' | 'day' | 'list' | 'maybe' | 'map';
  entry?: unknown;
}>();

export const text = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null))
  .register(fieldKinds, { kind: 'text' });

/** Codes may come as numbers. */
export const code = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'number'
      ? String(value)
      : typeof value === 'string'
        ? value.trim() || null
        : null,
  )
  .register(fieldKinds, { kind: 'code' });

/** Beyond a billion it is neither amount nor count: shown, it would be "∞ €" or "1e+308". */
const beyond = 1e9;
const isSane = (value: number): boolean => Math.abs(value) <= beyond;
/** What is too small to be told from nothing is nothing, or it would be shown as `1e-320`. */
const told = (value: number): number => (Math.abs(value) < 1e-6 ? 0 : value);

export const number = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'number' && isSane(value) ? told(value) : null))
  .register(fieldKinds, { kind: 'number' });

export const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true)
  .register(fieldKinds, { kind: 'flag' });

export const day = z
  .unknown()
  .optional()
  .transform((value): Day | null => dayFrom(value))
  .register(fieldKinds, { kind: 'day' });

/**
 * The start or end of a window that decides an amount: null is open. A date that cannot be read is a fault of its
 * entry: treated as open, an offer would never end.
 */
export const bound = z
  .unknown()
  .optional()
  .transform((value, context): Day | null => {
    const read = dayFrom(value);
    if (read === null && !isNoDate(value)) {
      context.addIssue({ code: 'custom', message: 'not a date' });
      return z.NEVER;
    }
    return read;
  })
  .register(fieldKinds, { kind: 'day' });

/** Entries that cannot be read are left out. */
export const list = <T>(entry: z.ZodType<T>) =>
  z
    .unknown()
    .optional()
    .transform((value): T[] => {
      const entries: unknown[] = Array.isArray(value) ? value : value ? [value] : [];
      return entries.flatMap((one) => {
        const read = entry.safeParse(one);
        if (read.success) return [read.data];
        noteDropped(one, read.error.issues);
        return [];
      });
    })
    .register(fieldKinds, { kind: 'list', entry });

/** A list of an ERP's answer: entries that cannot be read are left out, what is no list is a fault. */
export const readable = <T extends z.ZodType>(schema: T) =>
  z
    .array(
      schema.nullable().catch(({ value, issues }) => {
        noteDropped(value, issues);
        return null;
      }),
    )
    .transform((entries) => entries.filter((entry) => entry !== null));

export const maybe = <T>(schema: z.ZodType<T>) =>
  z
    .unknown()
    .optional()
    .transform((value): T | null => {
      const read = schema.safeParse(value);
      return read.success ? read.data : null;
    })
    .register(fieldKinds, { kind: 'maybe', entry: schema });

/** When a loyalty rule holds; a rule without one never does (contract/search.md 2). */
export const timeFrame = maybe(z.object({ gte: bound, lte: bound }));
export const holdsOn = (frame: z.infer<typeof timeFrame>, today: Day): boolean =>
  frame !== null &&
  (frame.gte !== null || frame.lte !== null) &&
  isWithin({ start: frame.gte, end: frame.lte }, today);

export const euros = z.number().min(-beyond).max(beyond);
/** Pieces of a line of the ERP. */
export const pieces = euros.transform(told);
/** How many entries a list has: pages are reckoned from it. */
export const count = z.int().nonnegative().max(beyond);

export const id = z.int().positive();
export const texts = list(z.string().min(1));

/** A map whose entries are read one by one. */
export const mapOf = <T>(entry: z.ZodType<T>) =>
  z
    .unknown()
    .optional()
    .transform((value): ReadonlyMap<string, T> => {
      const found = new Map<string, T>();
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return found;
      for (const [key, one] of Object.entries(value)) {
        const read = entry.safeParse(one);
        if (read.success) found.set(key, read.data);
      }
      return found;
    })
    .register(fieldKinds, { kind: 'map', entry });
