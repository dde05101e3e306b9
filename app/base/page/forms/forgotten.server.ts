/**
 * Whether a form may have had its effect in a time that the store has no memory of (P-96): it was rendered before
 * the store was emptied, restored or lost, so that finding nothing about it proves nothing.
 */
import type { KeyValueStore } from '../../../../server/store/key-value-store';
import type { Log } from '../../../../server/observe/logger';
import { renderedAt } from './form-uuid.server';

interface Memory {
  keyValueStore: Pick<KeyValueStore, 'epoch'>;
  log: Pick<Log, 'warn'>;
}

/** Tells of each uuid of a form or of one of its lines; `about` is the document that would know of it. */
export async function forgottenBy(
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
