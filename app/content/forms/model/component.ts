/** A part of a form in the layout of Form.io, read leniently: what is missing or odd is as if it were not there. */
import { z } from 'zod';
import { dayFrom } from '~/base/kernel/wire-date';

const text = z.string().catch('');
/** An empty text is no limit. */
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

/** The editor of Form.io leaves an empty entry in each list that it has not filled. */
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

/** A unit beside the box; an icon says nothing here. */
const unit = text.transform((words) => (words.includes('<') ? '' : words.trim()));

/** Rules of the editor that hide, free or need a part as others are filled in. */
const Action = z
  .object({ property: z.object({ value: text }) })
  .transform(({ property }) => property.value)
  .catch('');
const Logic = z
  .array(z.object({ actions: z.array(Action) }).catch({ actions: [] }))
  .catch([])
  .transform((rules) => rules.flatMap(({ actions }) => actions));

/** An entry of tabs has a label and no type of its own. */
const Tab = z
  .looseObject({ label: text })
  .transform((tab) => ({ ...tab, type: 'panel', title: tab.label }));

/** A day as the editor writes it; one that a script works out is the ERP's to check. */
const day = z.unknown().optional().transform(dayFrom);
const Days = z.object({ minDate: day, maxDate: day }).catch({ minDate: null, maxDate: null });

/** What the editor gives every telephone number: the numbers of another continent. */
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
  /** Of a text that is chosen from a calendar. */
  widget: Days,
  values: options,
  /** Of a survey; its `values` are the answers. */
  questions: options,
  data: z.object({ values: options, json: z.unknown().optional() }).catch({ values: [] }),
  valueProperty: text,
  /** Names what an entry shows: `<span>{{ item.name }}</span>`. */
  template: text,
  /** Script that fills the field in. */
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

/** Entries of a list written as JSON, as text or as they are, are its values. */
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
      /** A rule may show what is hidden at first. */
      hidden: rest.hidden && !logic.includes('hidden'),
      /** Whether it is asked for, or needed, depends on rules that are not read. */
      isRuled: logic.some((property) => /^(hidden|disabled|validate\.required)$/.test(property)),
    };
  },
);
export type Component = z.output<typeof Component>;
