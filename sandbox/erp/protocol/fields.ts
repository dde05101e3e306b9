/**
 * Validates requests with the messages of the real server (contract/erp.md 3.3): lenient numbers, `missing`,
 * `extra_forbidden` and so on. Schemas are zod; each field reports its own error type.
 */
import { z } from 'zod';
import { Refusal } from './exchange';
import { MISSING, toIssues, type Report } from './issues';

type Context = Parameters<Parameters<z.ZodUnknown['transform']>[0]>[1];

function refuse(context: Context, report: Report): never {
  context.addIssue({ code: 'custom', message: report.msg, params: { ...report } });
  return z.NEVER;
}

function lax<T>(read: (value: unknown, context: Context) => T) {
  return z
    .unknown()
    .transform((value, context) =>
      value === undefined ? refuse(context, MISSING) : read(value, context),
    );
}

function wholeNumber(value: unknown, context: Context): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') {
    if (!/^\s*[+-]?\d+(\.0*)?\s*$/.test(value))
      return refuse(context, {
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
      });
    return Number(value);
  }
  if (typeof value !== 'number')
    return refuse(context, { type: 'int_type', msg: 'Input should be a valid integer' });
  if (!Number.isFinite(value))
    return refuse(context, { type: 'finite_number', msg: 'Input should be a finite number' });
  if (!Number.isInteger(value))
    return refuse(context, {
      type: 'int_from_float',
      msg: 'Input should be a valid integer, got a number with a fractional part',
    });
  return value;
}

/** An integer; accepts a text of digits, rejects fractions. */
export const int = () => lax(wholeNumber);

/** An integer of at least `least`, as for paging. */
export const intFrom = (least: number) =>
  lax((value, context) => {
    const number = wholeNumber(value, context);
    if (!Number.isFinite(number) || number >= least) return number;
    return refuse(context, {
      type: 'greater_than_equal',
      msg: `Input should be greater than or equal to ${least}`,
      ctx: { ge: least },
    });
  });

/** Accepts infinite values, because ERP versions treat them differently (9.1). */
export const float = () =>
  lax((value, context) => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value === 'number') return value;
    if (typeof value !== 'string')
      return refuse(context, { type: 'float_type', msg: 'Input should be a valid number' });
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!Number.isNaN(number)) return number;
    return refuse(context, {
      type: 'float_parsing',
      msg: 'Input should be a valid number, unable to parse string as a number',
    });
  });

export const text = () =>
  lax((value, context) =>
    typeof value === 'string'
      ? value
      : refuse(context, { type: 'string_type', msg: 'Input should be a valid string' }),
  );

export const flag = () =>
  lax((value, context) => {
    if (typeof value === 'boolean') return value;
    const word = String(value).toLowerCase();
    if (['true', '1', 'on', 'yes'].includes(word)) return true;
    if (['false', '0', 'off', 'no'].includes(word)) return false;
    return refuse(context, {
      type: 'bool_parsing',
      msg: 'Input should be a valid boolean, unable to interpret input',
    });
  });

export function uuidProblem(value: string): string | null {
  const strange = /[^0-9a-fA-F-]/.exec(value);
  if (strange) return `invalid character: found \`${strange[0]}\` at ${strange.index}`;
  const bare = value.replaceAll('-', '');
  return bare.length === 32 ? null : `invalid length: found ${bare.length}`;
}

/** Accepts any case and missing dashes; returns lower case with dashes. */
export function canonicalUuid(value: string): string {
  const bare = value.replaceAll('-', '').toLowerCase();
  return bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const uuid = () =>
  lax((value, context) => {
    if (typeof value !== 'string')
      return refuse(context, {
        type: 'uuid_type',
        msg: 'UUID input should be a string, bytes or UUID object',
      });
    const problem = uuidProblem(value);
    if (!problem) return canonicalUuid(value);
    return refuse(context, {
      type: 'uuid_parsing',
      msg: `Input should be a valid UUID, ${problem}`,
      ctx: { error: problem },
    });
  });

export const day = () =>
  lax((value, context) => {
    const valid =
      typeof value === 'string' &&
      /^\d{4}-\d\d-\d\d$/.test(value) &&
      !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
    if (valid) return value;
    return refuse(context, {
      type: 'date_from_datetime_parsing',
      msg: 'Input should be a valid date or datetime, invalid character in year',
      ctx: { error: 'invalid character in year' },
    });
  });

/** Validates one of the listed words. */
export const oneOf = <W extends string>(
  words: readonly W[],
  type: 'enum' | 'literal_error' = 'enum',
) =>
  lax((value, context) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const expected = words.map((word) => `'${word}'`).join(', ');
    return refuse(context, { type, msg: `Input should be ${expected}`, ctx: { expected } });
  });

/** Parses `value` with `schema`, or rejects the request with all errors at once (422). */
export function read<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: 'body' | 'query' | 'path',
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Refusal(
    422,
    result.error.issues.flatMap((issue) => toIssues(issue, where, value)),
  );
}
