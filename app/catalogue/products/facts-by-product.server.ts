import type { z } from 'zod';

/** What the documents of a list say of each product, by its id; products of which nothing is said are left out. */
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
