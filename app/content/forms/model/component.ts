/**
 * Schema of a form component in the format of Form.io. It is lenient: a missing or invalid property is treated as
 * absent.
 */
import { z } from 'zod';
import { dayFrom } from '~/base/kernel/wire-date';

const text = z.string().catch('');
/** Schema of a numeric limit; an empty text means no limit. */
const limit = z
  .unknown()
  .optional()
  .transform((value) => {
    const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof given === 'number' && Number.isFinite(given) ? given : null;
  });
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String).catch('');
const Entry = z.union([
  z.record(z.string(), z.unknown()),
  scalar.transform((value) => ({ value })),
]);
const Entries = z.array(Entry.catch({})).catch([]);
interface Option {
  value: string;
  label: string;
}

/**
 * The options of a select, of radio buttons or of checkboxes. The editor of Form.io leaves an empty entry in each list
 * that was not filled in.
 */
function optionsOf(given: unknown, from = { value: 'value', label: 'label' }): readonly Option[] {
  return Entries.parse(given).flatMap((entry: Readonly<Record<string, unknown>>) => {
    const label = scalar.parse(entry[from.label]);
    const value = scalar.parse(entry[from.value]) || label;
    return value === '' ? [] : [{ value, label }];
  });
}
const options = z
  .unknown()
  .optional()
  .transform((given) => optionsOf(given));

function parsedJson(json: unknown): unknown {
  if (typeof json !== 'string') return json;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const nested = z.array(z.unknown()).catch([]);

const cell = z.object({ components: nested }).catch({ components: [] });

/** Schema of a unit displayed next to the input, such as "kg"; markup, such as an icon, is dropped. */
const unit = text.transform((words) => (words.includes('<') ? '' : words.trim()));

/** Schema of a rule that hides, disables or requires a component depending on other fields. */
const Action = z
  .object({ property: z.object({ value: text }) })
  .transform(({ property }) => property.value)
  .catch('');
const Logic = z
  .array(z.object({ actions: z.array(Action) }).catch({ actions: [] }))
  .catch([])
  .transform((rules) => rules.flatMap(({ actions }) => actions));

/** Schema of an entry of `tabs`, which has a label and no type of its own. */
const Tab = z
  .looseObject({ label: text })
  .transform((tab) => ({ ...tab, type: 'panel', title: tab.label }));

/** Schema of an earliest or latest day. A day that a script computes counts as missing here; the ERP checks it. */
const day = z.unknown().optional().transform(dayFrom);
const Days = z.object({ minDate: day, maxDate: day }).catch({ minDate: null, maxDate: null });

/** The North American mask that the editor gives every telephone number; the shop ignores it. */
const foreignPhone = '(999) 999-9999';

const Parts = z.object({
  type: z.string(),
  key: text,
  label: text,
  title: text,
  legend: text,
  description: text,
  tooltip: text,
  prefix: unit,
  suffix: unit,
  placeholder: text,
  content: text,
  html: text,
  action: text,
  defaultValue: z.unknown().optional(),
  hidden: z.boolean().catch(false),
  disabled: z.boolean().catch(false),
  decimalLimit: limit,
  inputMask: text.transform((mask) => (mask === foreignPhone ? '' : mask)),
  minDate: day,
  maxDate: day,
  datePicker: Days,
  /** Calendar options of a text field, with its earliest and latest day. */
  widget: Days,
  values: options,
  /** Questions of a survey; its `values` are the possible answers. */
  questions: options,
  data: z.object({ values: options, json: z.unknown().optional() }).catch({ values: [] }),
  valueProperty: text,
  /** Template that names the property which an option displays: `<span>{{ item.name }}</span>`. */
  template: text,
  /** Script that computes the value of the field; the shop never runs it. */
  calculateValue: text,
  allowCalculateOverride: z.boolean().catch(false),
  validate: z
    .object({
      required: z.boolean().catch(false),
      minLength: limit,
      maxLength: limit,
      min: limit,
      max: limit,
      integer: z.boolean().catch(false),
      minSelectedCount: limit,
      maxSelectedCount: limit,
      pattern: text,
      customMessage: text,
    })
    .nullable()
    .catch(null),
  conditional: z.unknown().optional(),
  customConditional: text,
  logic: Logic,
  multiple: z.boolean().catch(false),
  enableTime: z.boolean().catch(true),
  addAnother: text,
  components: nested,
  columns: z.array(cell).catch([]),
  rows: z.array(z.array(cell).catch([])).catch([]),
});

/** Parses a component; a list may also have its options as JSON, either as a string or as a value. */
export const Component = Parts.transform(
  ({ data, valueProperty, template, logic, datePicker, widget, ...rest }) => {
    const label = /\bitem\.(\w+)/.exec(template)?.[1] ?? 'label';
    const listed = () =>
      optionsOf(parsedJson(data.json), { value: valueProperty || 'value', label });
    const { components } = rest;
    return {
      ...rest,
      components:
        rest.type === 'tabs' ? components.map((tab) => Tab.safeParse(tab).data) : components,
      minDate: rest.minDate ?? datePicker.minDate ?? widget.minDate,
      maxDate: rest.maxDate ?? datePicker.maxDate ?? widget.maxDate,
      listed: data.values.length > 0 ? data.values : listed(),
      /** A component that is hidden at first counts as visible when a rule may show it. */
      hidden: rest.hidden && !logic.includes('hidden'),
      /** True when a rule, which the shop does not evaluate, decides whether the component applies or is required. */
      isRuled: logic.some((property) => /^(hidden|disabled|validate\.required)$/.test(property)),
    };
  },
);
export type Component = z.output<typeof Component>;
