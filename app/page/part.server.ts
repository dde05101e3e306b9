/** A part of the page that may be missing in this ERP or out of order: the page goes on without it (DEG-01). */
import { isUpstreamFailure } from '~/kernel/failure';
import type { AppContext } from '../../server/context';
import type { Part } from '~/features/checkout/checkout';

export const present = <T>(value: T): Part<T> => ({ kind: 'ok', value });
export const absent: Part<never> = { kind: 'absent' };

/** The part, or `ill` when its upstream is; anything else is thrown on. */
export async function tolerant<T>(
  { log }: Pick<AppContext, 'log'>,
  name: string,
  load: () => Promise<Part<T>>,
): Promise<Part<T>> {
  try {
    return await load();
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log.warn(
      {
        event: 'checkout.part_unavailable',
        part: name,
        service: error.service,
        reason: error.reason,
      },
      'a part of checkout is left out: its upstream is ill',
    );
    return { kind: 'ill' };
  }
}

export const valueOf = <T>(part: Part<T>): T | null => (part.kind === 'ok' ? part.value : null);
