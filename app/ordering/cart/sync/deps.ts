/** Dependencies of the cart sync. Its proof injects virtual time, a model ERP and a faulty network. */
import type { Clock, Site } from '../../../../server/context';
import type { CartMetrics } from '../../../../server/observe/cart-metrics';
import type { Log } from '../../../../server/observe/logger';
import type { KeyValueStore } from '../../../../server/store/key-value-store';
import type { ErpClient } from '../../../../server/upstream/erp/erp-client';

export interface SyncDeps {
  erp: Pick<ErpClient, 'call'>;
  keyValueStore: Pick<KeyValueStore, 'read' | 'write' | 'delete' | 'lease' | 'epoch'>;
  clock: Clock;
  sleep: (ms: number) => Promise<void>;
  /** Number in [0, 1); spreads the retries of many customers. */
  random: () => number;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  metrics: CartMetrics;
  site: Pick<Site, 'cartSyncPath' | 'erpMaxSeconds' | 'erpDedupesTx'>;
}

/** Milliseconds after sending during which the ERP may still apply a call. */
export const maxMsOf = ({ site }: { site: Pick<Site, 'erpMaxSeconds'> }): number =>
  site.erpMaxSeconds * 1000;
