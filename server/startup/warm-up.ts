/**
 * Loads the search vocabulary before the first search. Until then /readyz reports `starting`, although pages are
 * served.
 */
import { errorDetail, type RootLog } from '../observe/logger';
import type { OperatorWords } from '../operator-words';
import type { Cache } from '../store/cache';
import type { SearchClient } from '../upstream/search/search-client';

interface Needs {
  log: RootLog;
  operatorWords: OperatorWords;
  cache: Cache;
  search: SearchClient;
}
interface Built {
  entry: { module: object };
}
type Load = (page: { context: Needs }) => Promise<void>;

const isLoad = (value: unknown): value is Load => typeof value === 'function';

function loadOf({ entry }: Built, name: string): Load {
  const found: unknown = Reflect.get(entry.module, name);
  if (!isLoad(found)) throw new Error(`the built app does not export ${name}`);
  return found;
}

/** Never rejects: a search retries loading when the vocabulary is missing. */
export async function warmUp(built: Built, context: Needs): Promise<void> {
  const [words, indexWords] = [loadOf(built, 'loadWords'), loadOf(built, 'askIndexWords')];
  const tell = (error: unknown): void =>
    context.log.warn(
      { event: 'start.not_warm', error: errorDetail(error) },
      'the first searches load what they read with',
    );
  await words({ context }).catch(tell);
  // The word index is not awaited: an unavailable search engine must not delay the start.
  void indexWords({ context }).catch(tell);
}
