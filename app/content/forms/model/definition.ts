/**
 * A form that the ERP has drawn (CMS-04), in the layout of Form.io: read from its JSON into fields that a
 * page without script can show. Containers are opened; what cannot be filled without script is left out.
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

/** The ERP's own translations: the words of the form are their keys. */
function wordsOf(formOptions: string, locale: string): Words {
  const read = FormOptions.safeParse(parsedJson(formOptions));
  const own = read.success ? new Map(Object.entries(read.data.i18n[locale] ?? {})) : new Map();
  return (words) => {
    const translated: unknown = own.get(words);
    return typeof translated === 'string' ? translated : words;
  };
}

/** What depends on a field that this page does not have may not be needed at all. */
function settled(parts: readonly FormPart[]): readonly FormPart[] {
  const fields = parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
  return parts.map((one) => {
    if (one.part !== 'field') return one;
    const { field } = one;
    const named = field.conditions.flatMap(({ comparisons }) => comparisons);
    if (named.every(({ key }) => referredField(fields, field, key))) return one;
    return { part: 'field', field: { ...field, required: false, note: field.note ?? 'condition' } };
  });
}

/** Null when the text of the form cannot be read, or has nothing to fill in. */
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
  return isForm ? { ...found, parts: settled(found.parts) } : null;
}
