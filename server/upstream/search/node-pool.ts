/** Selects the Elasticsearch nodes to use: a failed node is skipped until it answers a ping again. */
import { ClusterConnectionPool } from '@elastic/elasticsearch';

const firstPingMs = 5_000;
/** Each unanswered ping doubles the delay of the next, at most this many times. */
const doublings = 3;

type Options = ConstructorParameters<typeof ClusterConnectionPool>[0];
type Connection = Parameters<ClusterConnectionPool['markDead']>[0];

export class NodePool extends ClusterConnectionPool {
  constructor(options: Options) {
    super(options);
    this.resurrectTimeout = firstPingMs;
    this.resurrectTimeoutCutoff = doublings;
  }

  /**
   * All searches in progress on a node fail with it: count them as one failure, or the node would be skipped for half
   * an hour.
   */
  override markDead(connection: Connection): this {
    const isKnown = this.dead.includes(connection.id) && Date.now() < connection.resurrectTimeout;
    return isKnown ? this : super.markDead(connection);
  }
}
