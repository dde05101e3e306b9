import type { z } from 'zod';

/** Maps product ids to a fact of their documents; products without the fact are omitted. */
export const factsByProduct = <Wire extends { id: number }, Fact>(
  hits: readonly { _source: unknown }[],
  schema: z.ZodType<Wire>,
  factOf: (wire: Wire) => Fact | null,
): ReadonlyMap<number, Fact> =>
  new Map(
    hits.flatMap(({ _source }) => {
      const wire = schema.safeParse(_source).data;
      const fact = wire ? factOf(wire) : null;
      return wire && fact !== null ? [[wire.id, fact] as const] : [];
    }),
  );
