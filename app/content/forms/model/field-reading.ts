/** Parses one component of Form.io into a field: its kind, texts, limits and position. */
import { z } from 'zod';
import type { Component } from './component';
import { conditionOf, type Condition } from './conditions';
import type { FieldKind, FormField } from './form-parts';
import { linearPattern } from './pattern';

/** Translates a text of the definition to the page's language. */
export type Words = (text: string) => string;

const kinds: Readonly<Record<string, FieldKind>> = {
  email: 'email',
  phoneNumber: 'phone',
  url: 'url',
  textarea: 'area',
  number: 'number',
  currency: 'number',
  day: 'date',
  datetime: 'datetime',
  time: 'text',
  signature: 'text',
  select: 'select',
  radio: 'radio',
  selectboxes: 'boxes',
  checkbox: 'tick',
  file: 'file',
  hidden: 'hidden',
};
const longest = { line: 500, area: 4_000 } as const;

export function kindOf({ type, listed, multiple, enableTime, disabled }: Component): FieldKind {
  const kind = kinds[type] ?? 'text';
  if (disabled) return 'hidden';
  if (kind === 'datetime' && !enableTime) return 'date';
  if (kind === 'select' && multiple && listed.length > 0) return 'boxes';
  // A select whose options are loaded from elsewhere has none here, so it becomes a text field.
  return kind === 'select' && listed.length === 0 ? 'text' : kind;
}

/** Kinds of fields that may have several answers, each in a row of its own. */
export const severally = new Set<FieldKind>([
  ...(['text', 'email', 'phone', 'url', 'area', 'number', 'date', 'datetime'] as const),
]);

export const orNull = (words: string): string | null => words.trim() || null;

/** The context of a component in the form: its key prefix, the conditions around it, and its table row. */
export interface Place {
  prefix: string;
  conditions: readonly Condition[];
  /** True when a condition around the component cannot be parsed: the component is then shown and never required. */
  unclear: boolean;
  row: FormField['row'];
  depth: number;
}

export function placeIn(place: Place, component: Component): Place {
  const own = conditionOf(component.conditional, component.customConditional);
  return {
    ...place,
    conditions: own === null || own === 'unknown' ? place.conditions : [...place.conditions, own],
    unclear: place.unclear || own === 'unknown' || component.isRuled,
  };
}

export const scalars = new Set(['string', 'number', 'boolean']);
const Ticked = z.union([
  z.array(z.coerce.string()),
  z
    .record(z.string(), z.unknown())
    .transform((all) => Object.keys(all).filter((key) => all[key] === true)),
]);

/**
 * The default value of a field; for a checkbox group, the values that are ticked at first, in the order of the options.
 */
function valueOf({ defaultValue }: Component, options: FormField['options']): string {
  if (scalars.has(typeof defaultValue)) return String(defaultValue);
  const ticked = Ticked.safeParse(defaultValue).data ?? [];
  return options.flatMap(({ value }) => (ticked.includes(value) ? [value] : [])).join(',');
}

const withUnit = (label: string, unit: string): string => (unit ? `${label} (${unit})` : label);

export function fieldOf(component: Component, words: Words, place: Place): FormField {
  const { type, validate } = component;
  const { conditions, row, unclear } = place;
  const key = place.prefix + component.key;
  const unit = words(component.suffix || component.prefix);
  const label = withUnit(words(component.label || component.key), unit);
  const kind = kindOf(component);
  const source = validate?.pattern ?? '';
  const wanted = kind === 'area' ? longest.area : longest.line;
  const options = (type === 'select' ? component.listed : component.values).map((one) => ({
    value: one.value,
    text: words(one.label || one.value),
  }));
  return {
    kind,
    key,
    label: row ? `${label} (${row.index + 1})` : label,
    hint: orNull([component.description, component.tooltip].map(words).join(' ')),
    placeholder: orNull(words(component.placeholder)),
    value: valueOf(component, options),
    required: validate?.required === true && !unclear && !component.disabled,
    options,
    minLength: validate?.minLength ?? null,
    maxLength: Math.min(validate?.maxLength ?? wanted, wanted),
    min: (kind === 'boxes' ? validate?.minSelectedCount : validate?.min) ?? null,
    max: (kind === 'boxes' ? validate?.maxSelectedCount : validate?.max) ?? null,
    earliest: component.minDate,
    latest: component.maxDate,
    mask: component.inputMask || null,
    whole: validate?.integer === true || component.decimalLimit === 0,
    pattern: source === '' ? null : { source, test: linearPattern(source) },
    message: orNull(words(validate?.customMessage ?? '')),
    conditions,
    row,
    note: type === 'signature' ? 'signature' : unclear ? 'condition' : null,
  };
}
