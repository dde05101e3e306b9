/** What the shop's readers would pass over in silence, with its place: an exporter has to hear of it. */
import { z } from 'zod';
import { fieldKinds } from '~/erp/wire-fields.server';

export interface Fault {
  path: string;
  message: string;
}

/** Odoo's `false`, null and empty texts mean that there is nothing (contract/search.md 1.1). */
const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === '';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
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

const at = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function listFaults(entry: z.ZodType, value: unknown, path: string): Fault[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.flatMap((one, position) => faultsOf(entry, one, `${path}[${position}]`));
}

/** Faults of a value, each with the path of its field. */
export function faultsOf(schema: z.ZodType, value: unknown, path = ''): Fault[] {
  const known = fieldKinds.get(schema);
  if (known !== undefined) {
    if (isAbsent(value)) return [];
    const { kind } = known;
    const entry = known.entry instanceof z.ZodType ? known.entry : null;
    if (kind === 'list' && entry) return listFaults(entry, value, path);
    if (kind === 'maybe' && entry) return faultsOf(entry, value, path);
    if (kind === 'map' && entry && isRecord(value))
      return Object.entries(value).flatMap(([key, one]) => faultsOf(entry, one, at(path, key)));
    const read: unknown = schema.safeParse(value).data;
    const isRead = kind === 'flag' ? value === true : kind !== 'map' && read !== null;
    const message = `expected ${expected[kind] ?? kind}, found ${shown(value)}`;
    // A text of blanks is read as none.
    return isRead || (typeof value === 'string' && value.trim() === '') ? [] : [{ path, message }];
  }
  if (schema instanceof z.ZodObject) {
    if (!isRecord(value)) return [{ path, message: `expected an object, found ${shown(value)}` }];
    return Object.entries(schema.shape).flatMap(([key, field]) =>
      faultsOf(field as z.ZodType, value[key], at(path, key)),
    );
  }
  if (schema instanceof z.ZodPipe) return faultsOf(schema.def.in as z.ZodType, value, path);
  const { error } = schema.safeParse(value);
  if (!error) return [];
  const message = value === undefined ? 'is missing' : (error.issues[0]?.message ?? 'is not read');
  return [{ path, message: value === undefined ? message : `${message}, found ${shown(value)}` }];
}
