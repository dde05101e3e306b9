import type { z } from 'zod';

/** Validated documents by schema: the search client returns the same object for an unchanged document. */
const checked = new WeakMap<z.ZodType, WeakMap<object, { wire: unknown }>>();

function wireOf<Wire>(source: unknown, schema: z.ZodType<Wire>): Wire | undefined {
  if (typeof source !== 'object' || source === null) return schema.safeParse(source).data;
  const known = checked.get(schema) ?? new WeakMap<object, { wire: unknown }>();
  checked.set(schema, known);
  const before = known.get(source);
  if (before) return before.wire as Wire | undefined;
  const wire = schema.safeParse(source).data;
  known.set(source, { wire });
  return wire;
}

/** Maps product ids to a fact of their documents; products without the fact are omitted. */
export const factsByProduct = <Wire extends { id: number }, Fact>(
  hits: readonly { _source: unknown }[],
  schema: z.ZodType<Wire>,
  factOf: (wire: Wire) => Fact | null,
): ReadonlyMap<number, Fact> =>
  new Map(
    hits.flatMap(({ _source }) => {
      const wire = wireOf(_source, schema);
      const fact = wire ? factOf(wire) : null;
      return wire && fact !== null ? [[wire.id, fact] as const] : [];
    }),
  );
