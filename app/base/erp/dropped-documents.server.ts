/**
 * Logs each document of the search index that the shop cannot parse, with the name of the index, its id and the invalid
 * properties.
 */
import type { z } from 'zod';
import type { AppContext } from '../../../server/context';
import { keysOf } from '../../../server/upstream/dropped-records';
import type { SearchHit } from '../../../server/upstream/search/search-client';

type Context = Pick<AppContext, 'log'>;

export function logDropped({ log }: Context, hit: SearchHit, { issues }: z.ZodError): void {
  log.warn(
    { event: 'search.document_dropped', index: hit._index, id: hit._id, keys: keysOf(issues) },
    'a document of the index cannot be used',
  );
}

/** Returns the documents that match the schema, in their order; logs the others. */
export const readDocuments = <T>(
  context: Context,
  hits: readonly SearchHit[],
  schema: z.ZodType<T>,
): T[] =>
  hits.flatMap((hit) => {
    const read = schema.safeParse(hit._source);
    if (read.success) return [read.data];
    logDropped(context, hit, read.error);
    return [];
  });
