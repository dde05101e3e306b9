/**
 * The choices between variants (contract/search.md 3.9): axes in the order of the product's own attributes, values in
 * numeric order. The choices on the preceding axes determine which values of an axis are available.
 */
import { folded } from '~/base/kernel/folding';
import { compareValues } from './value-order';
import type { VariantAxis } from './product-detail';

interface AxisVariant {
  sku: string | null;
  attributes: ReadonlyMap<string, string>;
}

/** Attribute names that may be an axis. They come from index documents, so only plain identifiers are accepted. */
const axisKey = /^[a-z0-9_]{1,64}$/;

const normalised = (name: string): string =>
  folded(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

function labelOf(key: string, names: readonly string[]): string {
  const name = names.find((one) => normalised(one) === key);
  const text = name ?? key.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Number of leading axes on which a variant has the chosen values. */
function shared(variant: AxisVariant, keys: readonly string[], chosen: AxisVariant['attributes']) {
  const differs = keys.findIndex((key) => variant.attributes.get(key) !== chosen.get(key));
  return differs === -1 ? keys.length : differs;
}

const best = (variants: readonly AxisVariant[], score: (variant: AxisVariant) => number) =>
  variants.reduce<AxisVariant | null>(
    (found, one) => (found === null || score(one) > score(found) ? one : found),
    null,
  );

/**
 * Variants that no axis distinguishes, such as another pack without attribute values of its own: the customer chooses
 * them by SKU.
 */
function codesOf(
  current: AxisVariant,
  variants: readonly AxisVariant[],
  keys: readonly string[],
): VariantAxis[] {
  const isAlike = (one: AxisVariant): boolean =>
    shared(one, keys, current.attributes) === keys.length ||
    keys.some((key) => !one.attributes.has(key));
  const values = variants
    .filter(isAlike)
    .flatMap(({ sku }) =>
      sku === null ? [] : [{ value: sku, current: sku === current.sku, exists: true, sku }],
    );
  return values.length < 2 ? [] : [{ key: 'sku', label: null, values }];
}

export function axesOf(
  current: AxisVariant,
  variants: readonly AxisVariant[],
  names: readonly string[],
  collate: (a: string, b: string) => number,
): VariantAxis[] {
  const keys = [...current.attributes.keys()].filter((key) => axisKey.test(key));
  const axes = keys.flatMap((key, position): VariantAxis[] => {
    const before = keys.slice(0, position);
    const others = keys.filter((one) => one !== key);
    const values = [...new Set(variants.flatMap((one) => one.attributes.get(key) ?? []))];
    if (values.length < 2) return [];
    return [
      {
        key,
        label: labelOf(key, names),
        values: values
          .sort((a, b) => compareValues(a, b, collate))
          .map((value) => {
            const having = variants.filter((one) => one.attributes.get(key) === value);
            const reachable = having.filter(
              (one) => shared(one, before, current.attributes) === before.length,
            );
            const target = best(
              reachable.length > 0 ? reachable : having,
              (one) =>
                others.filter((axis) => one.attributes.get(axis) === current.attributes.get(axis))
                  .length,
            );
            return {
              value,
              current: current.attributes.get(key) === value,
              exists: reachable.length > 0,
              sku: target?.sku ?? null,
            };
          }),
      },
    ];
  });
  return [...axes, ...codesOf(current, variants, keys)];
}
