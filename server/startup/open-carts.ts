/**
 * Counts the carts that are open when an instance starts: in-doubt writes and pending edits of customers who have not
 * requested a page since (P-74). Without it the gauges would be 0 after each deployment.
 */
import type { Clock } from '../context';
import { isLedger, ledgerPrefix, openIn } from '../http/support/cart-ledger';
import type { CartMetrics } from '../observe/cart-metrics';
import { errorDetail, type Log } from '../observe/logger';
import type { KeyValueStore } from '../store/key-value-store';
import { isUnreadable } from '../store/sealed';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Never rejects: a cart that could not be counted is counted at its customer's next request. Reads one document at a
 * time and yields to requests in between.
 */
export async function countOpenCarts(options: {
  keyValueStore: Pick<KeyValueStore, 'keys' | 'read'>;
  metrics: Pick<CartMetrics, 'open'>;
  clock: Clock;
  log: Log;
}): Promise<void> {
  const { keyValueStore, metrics, clock, log } = options;

  async function openNow(key: string): Promise<ReturnType<typeof openIn>> {
    try {
      return openIn((await keyValueStore.read(key))?.value ?? '');
    } catch (error) {
      if (isUnreadable(error)) return openIn('');
      throw error;
    }
  }
  /** When the store is unavailable, the cart counts as still open. */
  const still = (key: string, is: (open: ReturnType<typeof openIn>) => boolean) => () =>
    openNow(key).then(is, () => true);

  try {
    for (const key of (await keyValueStore.keys(ledgerPrefix)).filter(isLedger)) {
      const { inDoubtSince, waits } = await openNow(key);
      const inDoubt = still(key, (open) => open.inDoubtSince !== null);
      if (inDoubtSince !== null) metrics.open('in_doubt', key, inDoubtSince, inDoubt);
      const waiting = still(key, (open) => open.waits);
      if (waits) metrics.open('waiting', key, clock.now().getTime(), waiting);
      await turn();
    }
  } catch (error) {
    log.warn(
      { event: 'start.carts_not_counted', error: errorDetail(error) },
      'carts that were open before are counted when their customers come',
    );
  }
}
