/**
 * A form that the ERP defines (CMS-04), in the format of Form.io: parsed from its JSON into fields that a page without
 * script can show. Containers are expanded; components that need a script are omitted.
 */
import { z } from 'zod';
import type { Place, Words } from './field-reading';
import type { Definition, FormPart } from './form-parts';
import { emptyReading, readInto } from './part-reading';
import { referredField } from './referred-field';

const Layout = z.object({ components: z.array(z.unknown()) });
const FormOptions = z.object({ i18n: z.record(z.string(), z.record(z.string(), z.unknown())) });

function parsedJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that translates the texts of the form with the ERP's own translations, whose keys are these texts.
 */
function wordsOf(formOptions: string, locale: string): Words {
  const read = FormOptions.safeParse(parsedJson(formOptions));
  const own = read.success ? new Map(Object.entries(read.data.i18n[locale] ?? {})) : new Map();
  return (words) => {
    const translated: unknown = own.get(words);
    return typeof translated === 'string' ? translated : words;
  };
}

/** Makes a field optional when its condition names a field that this page does not have, because it may not apply. */
function relaxConditions(parts: readonly FormPart[]): readonly FormPart[] {
  const fields = parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
  return parts.map((one) => {
    if (one.part !== 'field') return one;
    const { field } = one;
    const named = field.conditions.flatMap(({ comparisons }) => comparisons);
    if (named.every(({ key }) => referredField(fields, field, key))) return one;
    return { part: 'field', field: { ...field, required: false, note: field.note ?? 'condition' } };
  });
}

/** Parses the definition of a form. Null when it cannot be parsed, or when the form has no field to fill in. */
export function readDefinition(
  { form, formOptions }: { form: string; formOptions: string },
  locale: string,
): Definition | null {
  const layout = Layout.safeParse(parsedJson(form));
  if (!layout.success) return null;
  const found = emptyReading();
  const top: Place = { prefix: '', conditions: [], unclear: false, row: null, depth: 0 };
  readInto(found, layout.data.components, wordsOf(formOptions, locale), top);
  const isNeeded = found.missing.some(({ required }) => required);
  const isForm = found.parts.some(({ part }) => part === 'field') || isNeeded;
  return isForm ? { ...found, parts: relaxConditions(found.parts) } : null;
}
