/**
 * What the built app would build at its first searches, done before the first one comes: until then /readyz says
 * `starting`, while pages are answered all the same (decision 234).
 */
import { errorDetail, type RootLog } from '../observe/logger';
import type { OperatorWords } from '../operator-words';

interface Needs {
  log: RootLog;
  operatorWords: OperatorWords;
}
interface Built {
  entry: { module: object };
}
type WarmUp = (page: { context: Needs }) => Promise<void>;

const isWarmUp = (value: unknown): value is WarmUp => typeof value === 'function';

/** Never rejects: a shop that could not prepare builds what it needs when it is asked for. */
export async function warmUp({ entry }: Built, needs: Needs): Promise<void> {
  const found: unknown = Reflect.get(entry.module, 'warmUp');
  if (!isWarmUp(found)) throw new Error('the built app declares nothing to warm up');
  try {
    await found({ context: needs });
  } catch (error) {
    needs.log.warn(
      { event: 'start.not_warm', error: errorDetail(error) },
      'the first searches build what they read with',
    );
  }
}
