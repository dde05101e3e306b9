/**
 * Conditions of a form component, in the four notations of Form.io: one field and its value, a list of comparisons, a
 * JsonLogic rule, or a line of script. Of JsonLogic and scripts, only plain comparisons are parsed. Scripts are never
 * run.
 */
import { z } from 'zod';
import { typedDay } from '~/base/kernel/day';
import { dayFrom } from '~/base/kernel/wire-date';

const operators = [
  'isEqual',
  'isNotEqual',
  'isEmpty',
  'isNotEmpty',
  'includes',
  'notIncludes',
  'startsWith',
  'endsWith',
  'lessThan',
  'greaterThan',
  'lessThanOrEqual',
  'greaterThanOrEqual',
  'isDateEqual',
  'isNotDateEqual',
  'dateLessThan',
  'dateGreaterThan',
  'dateLessThanOrEqual',
  'dateGreaterThanOrEqual',
] as const;
type Operator = (typeof operators)[number];

interface Comparison {
  key: string;
  operator: Operator;
  value: string;
}
export interface Condition {
  /** True when the component is shown if the comparisons hold; false when it is hidden then. */
  show: boolean;
  all: boolean;
  comparisons: readonly Comparison[];
}

const truth = z.union([z.boolean(), z.enum(['true', 'false']).transform((one) => one === 'true')]);
const scalar = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '',
  );

const Simple = z.object({ show: truth, when: z.string().min(1), eq: scalar });
const Listed = z.object({
  show: truth.catch(true),
  conjunction: z.enum(['all', 'any']).catch('all'),
  conditions: z
    .array(z.object({ component: z.string().min(1), operator: z.enum(operators), value: scalar }))
    .min(1),
});

/** Schema that detects whether the form's editor defined conditions: Form.io leaves an empty list otherwise. */
const Chosen = z.object({ conditions: z.array(z.unknown()).min(1) });

const Rule = z.record(z.string(), z.unknown());
const Compared = z.tuple([z.object({ var: z.string().min(1) }), scalar]);

function ruleComparison(rule: unknown): Comparison | null {
  const [[operator, args] = ['', null], ...others] = Object.entries(
    Rule.safeParse(rule).data ?? {},
  );
  const compared = Compared.safeParse(args).data;
  if (!compared || others.length > 0 || !/^[!=]==?$/.test(operator)) return null;
  return {
    key: compared[0].var.replace(/^(data|row)\./, ''),
    operator: operator.startsWith('!') ? 'isNotEqual' : 'isEqual',
    value: compared[1],
  };
}

/**
 * Parses a JsonLogic rule such as `{ "and": [{ "==": [{ "var": "data.kind" }, "cold"] }] }`, with at most one `and` or
 * `or`.
 */
function ruleOf(json: unknown): Condition | 'unknown' {
  const [[operator, args] = ['', null]] = Object.entries(Rule.safeParse(json).data ?? {});
  const joined = operator === 'and' || operator === 'or';
  const rules = joined ? (z.array(z.unknown()).safeParse(args).data ?? []) : [json];
  const comparisons = rules.map(ruleComparison).filter((one) => one !== null);
  if (comparisons.length === 0 || comparisons.length < rules.length) return 'unknown';
  return { show: true, all: operator !== 'or', comparisons };
}

const Ruled = z.object({
  json: z.union([z.string().trim().min(1), Rule.refine((rule) => Object.keys(rule).length > 0)]),
});

function listedOf(raw: unknown): Condition | 'unknown' | null {
  const listed = Listed.safeParse(raw).data;
  if (listed)
    return {
      show: listed.show,
      all: listed.conjunction === 'all',
      comparisons: listed.conditions.map(({ component: key, operator, value }) => ({
        key,
        operator,
        value,
      })),
    };
  if (Chosen.safeParse(raw).success) return 'unknown';
  const simple = Simple.safeParse(raw).data;
  if (simple)
    return {
      show: simple.show,
      all: true,
      comparisons: [{ key: simple.when, operator: 'isEqual', value: simple.eq }],
    };
  const ruled = Ruled.safeParse(raw).data;
  return ruled ? ruleOf(ruled.json) : null;
}

const comparison =
  /^\(?\s*(?:data|row)\.([\w.]+)\s*(===?|!==?)\s*(?:'([^'\\]*)'|"([^"\\]*)"|(true|false|-?\d+(?:\.\d+)?))\s*\)?$/;

/** Matches a script that tests whether a field is set: `data.cold`, `!data.cold`. */
const truthy = /^\(?\s*(?:(!{1,2})\s*)?(?:data|row)\.([\w.]+)\s*\)?$/;

function comparisonOf(source: string): Comparison | null {
  const bare = truthy.exec(source.trim());
  if (bare?.[2])
    return { key: bare[2], operator: bare[1] === '!' ? 'isEmpty' : 'isNotEmpty', value: '' };
  const found = comparison.exec(source.trim());
  if (!found?.[1]) return null;
  const operator = found[2]?.startsWith('!') ? 'isNotEqual' : 'isEqual';
  return { key: found[1], operator, value: found[3] ?? found[4] ?? found[5] ?? '' };
}

/**
 * Parses a script such as `show = data.kind === 'missing' && data.count != 0;`: comparisons joined only by `&&` or only
 * by `||`.
 */
function scriptOf(source: string): Condition | null {
  const line = /^\s*show\s*=([^=;][^;]{0,400});?\s*$/.exec(source)?.[1];
  if (line === undefined || (line.includes('&&') && line.includes('||'))) return null;
  const parts = line.split(/&&|\|\|/).map(comparisonOf);
  const comparisons = parts.filter((one) => one !== null);
  if (comparisons.length !== parts.length) return null;
  return { show: true, all: !line.includes('||'), comparisons };
}

/**
 * Parses the condition of a component; `unknown` when it cannot be parsed: the component is then always shown and never
 * required.
 */
export function conditionOf(conditional: unknown, script: string): Condition | 'unknown' | null {
  if (script.trim() !== '') return scriptOf(script) ?? 'unknown';
  return listedOf(conditional);
}

/** Compares days; a value that is not a day differs from every day. */
function compareDays(value: string, { operator, value: wanted }: Comparison): boolean {
  // The value of a date input is the customer's local time without a time zone.
  const [day, limit] = [typedDay(value.slice(0, 10)), dayFrom(wanted)];
  if (day === null || limit === null) return operator === 'isNotDateEqual';
  switch (operator) {
    case 'dateLessThan':
      return day < limit;
    case 'dateGreaterThan':
      return day > limit;
    case 'dateLessThanOrEqual':
      return day <= limit;
    case 'dateGreaterThanOrEqual':
      return day >= limit;
    default:
      return (day === limit) === (operator === 'isDateEqual');
  }
}

const compare = (value: string, one: Comparison): boolean => {
  const { operator, value: wanted } = one;
  const values = value.split(',');
  // An empty answer does not compare as a number.
  const order = value === '' ? NaN : Number(value) - Number(wanted);
  switch (operator) {
    case 'isEqual':
      return value === wanted || values.includes(wanted);
    case 'isNotEqual':
      return value !== wanted && !values.includes(wanted);
    case 'isEmpty':
      return value === '' || value === 'false';
    case 'isNotEmpty':
      return value !== '' && value !== 'false';
    case 'includes':
      return value.includes(wanted);
    case 'notIncludes':
      return !value.includes(wanted);
    case 'startsWith':
      return value.startsWith(wanted);
    case 'endsWith':
      return value.endsWith(wanted);
    case 'lessThan':
      return order < 0;
    case 'greaterThan':
      return order > 0;
    case 'lessThanOrEqual':
      return order <= 0;
    case 'greaterThanOrEqual':
      return order >= 0;
    default:
      return compareDays(value, one);
  }
};

/**
 * True when a condition holds. `valueOf` returns null for a field that the form lacks; comparisons with that field are
 * ignored.
 */
export function holds(condition: Condition, valueOf: (key: string) => string | null): boolean {
  const known = condition.comparisons.flatMap((one) => {
    const value = valueOf(one.key);
    return value === null ? [] : [compare(value, one)];
  });
  if (known.length === 0) return true;
  const met = condition.all ? known.every(Boolean) : known.some(Boolean);
  return met === condition.show;
}
