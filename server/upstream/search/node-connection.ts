/** A connection to an Elasticsearch node whose host name may resolve to another address later. */
import { UndiciConnection } from '@elastic/elasticsearch';
import { renewConnections, type RenewedConnections } from '../renewed-connections';

type Options = ConstructorParameters<typeof UndiciConnection>[0];

export class NodeConnection extends UndiciConnection {
  readonly #pools: RenewedConnections<UndiciConnection['pool']>;

  constructor(options: Options) {
    super(options);
    const pools = renewConnections(() => new UndiciConnection(options).pool);
    Object.defineProperty(this, 'pool', { get: () => pools.current() });
    this.#pools = pools;
  }

  override async close(): Promise<void> {
    await this.#pools.close();
  }
}
