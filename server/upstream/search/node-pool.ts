/** Which nodes of Elasticsearch are asked: one that has failed is left out until it answers a ping again. */
import { ClusterConnectionPool } from '@elastic/elasticsearch';

const firstPingMs = 5_000;
/** Each ping without an answer doubles the time until the next, up to this often. */
const doublings = 3;

type Options = ConstructorParameters<typeof ClusterConnectionPool>[0];
type Connection = Parameters<ClusterConnectionPool['markDead']>[0];

export class NodePool extends ClusterConnectionPool {
  constructor(options: Options) {
    super(options);
    this.resurrectTimeout = firstPingMs;
    this.resurrectTimeoutCutoff = doublings;
  }

  /** All searches under way on a node fail with it: one death, or it would be left out for half an hour. */
  override markDead(connection: Connection): this {
    const isKnown = this.dead.includes(connection.id) && Date.now() < connection.resurrectTimeout;
    return isKnown ? this : super.markDead(connection);
  }
}
