/**
 * Schemas for the fields of search index documents (contract/search.md 1.1, 2.4). Null, missing and Odoo's `false` mean
 * the same. A single object may replace a documented list. A field of the wrong type counts as missing, so that one
 * malformed product never breaks its list.
 */
import { z } from 'zod';
import { noteDropped } from '../../../server/upstream/dropped-records';
import { isWithin, type Day } from '~/base/kernel/day';
import { dayFrom, isNoDate } from '~/base/kernel/wire-date';

/**
 * The type that each field expects, for `npm run index`, which reports the document faults that these parsers silently
 * ignore. `entry` is the schema of the entries of a list or map, or of the value of an optional field.
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

/** Schema of a product code; the index may send it as a number. */
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

/** A number above a billion is neither an amount nor a count: it would be displayed as "∞ €" or "1e+308". */
const maxPlausible = 1e9;
const isSane = (value: number): boolean => Math.abs(value) <= maxPlausible;
/** A number that is almost 0 is parsed as 0; otherwise it would be displayed as `1e-320`. */
const zeroIfTiny = (value: number): number => (Math.abs(value) < 1e-6 ? 0 : value);

export const number = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'number' && isSane(value) ? zeroIfTiny(value) : null))
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
 * Schema of the start or end of a date window on which an amount depends; null means open. An unparseable date
 * invalidates the whole entry: if it counted as open, the offer would never end.
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

/** Schema of a list in an index document: entries that fail to parse are dropped. */
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

/**
 * Schema of a list in an ERP response: entries that fail to parse are dropped; a value that is not a list is a fault.
 */
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

/** The period in which a loyalty rule applies; a rule without a period never applies (contract/search.md 2). */
export const timeFrame = maybe(z.object({ gte: bound, lte: bound }));
export const holdsOn = (frame: z.infer<typeof timeFrame>, today: Day): boolean =>
  frame !== null &&
  (frame.gte !== null || frame.lte !== null) &&
  isWithin({ start: frame.gte, end: frame.lte }, today);

export const euros = z.number().min(-maxPlausible).max(maxPlausible);
/** Number of pieces on an ERP sale line. */
export const pieces = euros.transform(zeroIfTiny);
/** Total number of entries of a list, from which the number of pages is computed. */
export const count = z.int().nonnegative().max(maxPlausible);

export const id = z.int().positive();
export const texts = list(z.string().min(1));

/** Schema of a map: entries that fail to parse are dropped. */
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
