/**
 * A block that its page can do without (DEG-01): when it fails the block says so, the page goes on. What a
 * page cannot do without is simply awaited; an ill upstream is then its 503 (page/page.ts).
 */
import { isSessionEnded, isUpstreamFailure } from '~/kernel/failure';
import type { PageRequest } from './page';

export type Block<T> = { ok: true; value: T } | { ok: false };

export async function optional<T>(
  { context }: Pick<PageRequest, 'context'>,
  name: string,
  load: () => Promise<T>,
): Promise<Block<T>> {
  try {
    return { ok: true, value: await load() };
  } catch (error) {
    // Signed out at the ERP: sign-in comes first, whatever block found out.
    if (isSessionEnded(error)) throw error;
    const line = {
      event: 'block.unavailable',
      block: name,
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
    if (isUpstreamFailure(error)) context.log.warn(line, 'a block of the page is left out');
    else
      context.log.error(
        { ...line, stack: error instanceof Error ? error.stack : undefined },
        'a block of the page failed',
      );
    return { ok: false };
  }
}
