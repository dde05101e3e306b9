/**
 * A block that its page can do without (DEG-01): when it fails or takes too long the block says so, the page
 * goes on. What a page cannot do without is simply awaited; an unavailable upstream is then its 503 (page/page.ts).
 */
import { isSessionEnded, isUpstreamFailure } from '~/base/kernel/failure';
import { afterMs } from '../../../server/upstream/deadline';
import type { PageRequest } from './page';

export type Block<T> = { ok: true; value: T } | { ok: false };

/** So long a page waits for a part beside its subject. */
export const partPatienceMs = 1_500;
/** So long a page waits for what it only offers in addition: its subject is never later for it. */
export const offerPatienceMs = 300;
/** So long the call of a part may go on whose answer is kept: too late for this page, in time for the next. */
export const cachedCallMs = 3_000;

type LoadContext = Pick<PageRequest, 'context'>;

class Late extends Error {
  override name = 'Late';
}

async function withDeadline<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let stop = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    stop = afterMs(patienceMs, () => reject(new Late(`not there after ${patienceMs} ms`)));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}

async function attempt<T>(
  { context }: LoadContext,
  name: string,
  load: () => Promise<T>,
  patienceMs: number | null,
): Promise<Block<T>> {
  try {
    const work = load();
    return { ok: true, value: await (patienceMs === null ? work : withDeadline(work, patienceMs)) };
  } catch (error) {
    // Signed out at the ERP: sign-in comes first, whatever block found out.
    if (isSessionEnded(error)) throw error;
    const line = {
      event: 'block.unavailable',
      block: name,
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
    if (isUpstreamFailure(error) || error instanceof Late)
      context.log.warn(line, 'a block of the page is left out');
    else
      context.log.error(
        { ...line, stack: error instanceof Error ? error.stack : undefined },
        'a block of the page failed',
      );
    return { ok: false };
  }
}

/**
 * A part beside the page's subject: the page waits for it `partPatienceMs` and no longer. Its calls carry a
 * deadline of their own, so that late work ends.
 */
export const optional = <T>(
  page: LoadContext,
  name: string,
  load: () => Promise<T>,
): Promise<Block<T>> => attempt(page, name, load, partPatienceMs);

/** What a page offers in addition when it is there at once; late work is in time for the next page. */
export const offered = <T>(
  page: LoadContext,
  name: string,
  load: () => Promise<T>,
): Promise<Block<T>> => attempt(page, name, load, offerPatienceMs);

/** The list that a page is about, or a choice that an order needs: waited for as long as its call may take. */
export const subject = <T>(
  page: LoadContext,
  name: string,
  load: () => Promise<T>,
): Promise<Block<T>> => attempt(page, name, load, null);

export const valueOr = <T>(block: Block<T>, without: T): T => (block.ok ? block.value : without);

/** A part of the page: there, not offered by this ERP, or out of order for now. */
export type Part<T> = { kind: 'ok'; value: T } | { kind: 'absent' } | { kind: 'unavailable' };

export const present = <T>(value: T): Part<T> => ({ kind: 'ok', value });
export const absent: Part<never> = { kind: 'absent' };

export const partOf = <T>(block: Block<Part<T>>): Part<T> =>
  block.ok ? block.value : { kind: 'unavailable' };
/** A choice that an order needs, as a part. */
export const subjectPart = async <T>(
  page: LoadContext,
  name: string,
  load: () => Promise<Part<T>>,
): Promise<Part<T>> => partOf(await subject(page, name, load));

export const valueOf = <T>(part: Part<T>): T | null => (part.kind === 'ok' ? part.value : null);
