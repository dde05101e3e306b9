/** A connection to a node of Elasticsearch whose name may lead elsewhere from now on. */
import { UndiciConnection } from '@elastic/elasticsearch';
import { connectionLifeMs } from '../deadline';

type Options = ConstructorParameters<typeof UndiciConnection>[0];

/**
 * However busy its connections are, they are opened anew after so long: the name is asked for again. What is under way
 * on the old ones ends there.
 */
export class NodeConnection extends UndiciConnection {
  readonly #renewing: NodeJS.Timeout;

  constructor(options: Options) {
    super(options);
    this.#renewing = setInterval(() => {
      const before = this.pool;
      this.pool = new UndiciConnection(options).pool;
      void before.close();
    }, connectionLifeMs).unref();
  }

  override async close(): Promise<void> {
    clearInterval(this.#renewing);
    await super.close();
  }
}
