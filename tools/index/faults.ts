/** Reports values that the shop would silently ignore, with their path, so that the exporter can be fixed. */
import { z } from 'zod';
import { fieldKinds } from '~/base/erp/wire-fields.server';
import { dayFrom } from '~/base/kernel/wire-date';

export interface Fault {
  path: string;
  message: string;
}

/** Odoo's `false`, null and empty text mean an absent value (contract/search.md 1.1). */
const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === '';

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const longest = 40;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const expected: Readonly<Record<string, string>> = {
  text: 'a text',
  code: 'a text or a number',
  number: 'a number',
  flag: 'true or false',
  day: 'a date such as 2026-07-31 or 2026-07-31T12:00:00',
  map: 'an object',
};

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Whether the shop accepts the value. Avoids zod, which takes ten times as long for each of millions of fields. */
const isRead: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: isFilled,
  code: (value) => typeof value === 'number' || isFilled(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => value === true,
  day: (value) => dayFrom(value) !== null,
};

const none: readonly Fault[] = [];
const one = (message: string): readonly Fault[] => [{ path: '', message }];

/** Builds paths only for faults, while returning through the levels. */
const below = (key: string, faults: readonly Fault[]): readonly Fault[] =>
  faults.length === 0
    ? none
    : faults.map(({ path, message }) => ({
        path: path === '' || path.startsWith('[') ? key + path : `${key}.${path}`,
        message,
      }));

const fieldsOf = new WeakMap<z.ZodObject, readonly (readonly [string, z.ZodType])[]>();
function fieldsIn(schema: z.ZodObject): readonly (readonly [string, z.ZodType])[] {
  const known = fieldsOf.get(schema);
  if (known) return known;
  const fields = Object.entries(schema.shape) as [string, z.ZodType][];
  fieldsOf.set(schema, fields);
  return fields;
}

function listFaults(entry: z.ZodType, value: unknown): readonly Fault[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.flatMap((element, position) => below(`[${position}]`, faultsOf(entry, element)));
}

/** Faults of a value, each with the path of its field. */
export function faultsOf(schema: z.ZodType, value: unknown): readonly Fault[] {
  const known = fieldKinds.get(schema);
  if (known !== undefined) {
    if (isAbsent(value)) return none;
    const { kind } = known;
    const entry = known.entry instanceof z.ZodType ? known.entry : null;
    if (kind === 'list' && entry) return listFaults(entry, value);
    if (kind === 'maybe' && entry) return faultsOf(entry, value);
    if (kind === 'map' && entry && isRecord(value))
      return Object.entries(value).flatMap(([key, field]) => below(key, faultsOf(entry, field)));
    if (isRead[kind]?.(value)) return none;
    // A blank text counts as absent.
    if (typeof value === 'string' && value.trim() === '') return none;
    return one(`expected ${expected[kind] ?? kind}, found ${shown(value)}`);
  }
  if (schema instanceof z.ZodObject) {
    if (!isRecord(value)) return one(`expected an object, found ${shown(value)}`);
    return fieldsIn(schema).flatMap(([key, field]) => below(key, faultsOf(field, value[key])));
  }
  if (schema instanceof z.ZodPipe) return faultsOf(schema.def.in as z.ZodType, value);
  const { error } = schema.safeParse(value);
  if (!error) return none;
  if (value === undefined) return one('is missing');
  return one(`${error.issues[0]?.message ?? 'is not read'}, found ${shown(value)}`);
}
