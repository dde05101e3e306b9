/**
 * A block that its page can do without (DEG-01): when it fails or takes too long, the block displays a message and the
 * rest of the page renders. A page simply awaits the data that it needs; an unavailable upstream then gives 503
 * (page/page.ts).
 */
import { isSessionEnded, isUpstreamFailure } from '~/base/kernel/failure';
import { afterMs } from '../../../server/upstream/deadline';
import type { PageRequest } from './page';

export type Block<T> = { ok: true; value: T } | { ok: false };

/** How long a page waits for a secondary block, in milliseconds. */
export const partPatienceMs = 1_500;
/** How long a page waits for an optional extra, in milliseconds, so that it never delays the main content. */
const offerPatienceMs = 300;
/** How long the call for a cached block may take, in milliseconds: a late result is cached for the next page. */
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
    // The ERP ended the session: redirects to sign-in, whichever block received the response.
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
 * Loads a secondary block of the page and waits at most `partPatienceMs`. Its calls have deadlines of their own, so
 * that they end even after the page was sent.
 */
export const loadOptionalBlock = <T>(
  page: LoadContext,
  name: string,
  load: () => Promise<T>,
): Promise<Block<T>> => attempt(page, name, load, partPatienceMs);

/** Loads an optional extra, shown only when it is ready at once; a late result serves the next page. */
export const loadOptionalExtra = <T>(
  page: LoadContext,
  name: string,
  load: () => Promise<T>,
): Promise<Block<T>> => attempt(page, name, load, offerPatienceMs);

/** Loads the list that a page is about, or a choice that an order needs; waits as long as its call may take. */
export const loadRequiredBlock = <T>(
  page: LoadContext,
  name: string,
  load: () => Promise<T>,
): Promise<Block<T>> => attempt(page, name, load, null);

export const valueOr = <T>(block: Block<T>, without: T): T => (block.ok ? block.value : without);

/** A part of the page: present, not offered by this ERP, or temporarily unavailable. */
export type Part<T> = { kind: 'ok'; value: T } | { kind: 'absent' } | { kind: 'unavailable' };

export const present = <T>(value: T): Part<T> => ({ kind: 'ok', value });
export const absent: Part<never> = { kind: 'absent' };

export const partOf = <T>(block: Block<Part<T>>): Part<T> =>
  block.ok ? block.value : { kind: 'unavailable' };
/** Loads a choice that an order needs, as a part. */
export const loadRequiredPart = async <T>(
  page: LoadContext,
  name: string,
  load: () => Promise<Part<T>>,
): Promise<Part<T>> => partOf(await loadRequiredBlock(page, name, load));

export const valueOf = <T>(part: Part<T>): T | null => (part.kind === 'ok' ? part.value : null);
