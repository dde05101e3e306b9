/** A part of a form in the layout of Form.io, read leniently: what is missing or odd is as if it were not there. */
import { z } from 'zod';

const text = z.string().catch('');
/** An empty text is no limit. */
const limit = z
  .unknown()
  .optional()
  .transform((value) => {
    const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof given === 'number' && Number.isFinite(given) ? given : null;
  });
const Option = z.object({ value: z.coerce.string(), label: text });
const Options = z.array(Option.nullable().catch(null)).catch([]);
const options = z
  .unknown()
  .optional()
  .transform((given) => Options.parse(given).filter((one) => one !== null));
/** Entries written as JSON, in a text or as they are. */
function optionsIn(json: unknown): z.output<typeof Option>[] {
  if (typeof json !== 'string') return Options.parse(json ?? []).filter((one) => one !== null);
  try {
    return Options.parse(JSON.parse(json)).filter((one) => one !== null);
  } catch {
    return [];
  }
}

const nested = z.array(z.unknown()).catch([]);

const cell = z.object({ components: nested }).catch({ components: [] });

export const Component = z.object({
  type: z.string(),
  key: text,
  label: text,
  title: text,
  legend: text,
  description: text,
  placeholder: text,
  content: text,
  html: text,
  action: text,
  defaultValue: z.unknown().optional(),
  hidden: z.boolean().catch(false),
  disabled: z.boolean().catch(false),
  decimalLimit: limit,
  values: options,
  data: z
    .object({ values: options, json: z.unknown().optional() })
    .catch({ values: [] })
    .transform(({ values, json }) => ({ values: values.length > 0 ? values : optionsIn(json) })),
  validate: z
    .object({
      required: z.boolean().catch(false),
      minLength: limit,
      maxLength: limit,
      min: limit,
      max: limit,
      integer: z.boolean().catch(false),
      pattern: text,
      customMessage: text,
    })
    .nullable()
    .catch(null),
  conditional: z.unknown().optional(),
  customConditional: text,
  multiple: z.boolean().catch(false),
  enableTime: z.boolean().catch(true),
  addAnother: text,
  components: nested,
  columns: z.array(cell).catch([]),
  rows: z.array(z.array(cell).catch([])).catch([]),
});
export type Component = z.output<typeof Component>;
