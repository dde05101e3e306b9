/**
 * Whether a form may have taken effect in a period of which the store has no record (P-96): when a form was rendered
 * before the store was emptied, restored or lost, a missing entry does not prove that the form had no effect.
 */
import type { KeyValueStore } from '../../../../server/store/key-value-store';
import type { Log } from '../../../../server/observe/logger';
import { renderedAt } from './form-uuid.server';

interface Memory {
  keyValueStore: Pick<KeyValueStore, 'epoch'>;
  log: Pick<Log, 'warn'>;
}

/** Returns a predicate over the uuids of a form or of its lines; `about` is the document that would contain them. */
export async function createForgottenCheck(
  { keyValueStore, log }: Memory,
  about: string,
): Promise<(uuid: string) => boolean> {
  const { since } = await keyValueStore.epoch(about);
  return (uuid) => {
    const rendered = renderedAt(uuid);
    if (rendered === null || rendered >= since.getTime()) return false;
    log.warn(
      { event: 'form.older_than_memory', since: since.toISOString() },
      'a form was rendered before the store began to remember',
    );
    return true;
  };
}
