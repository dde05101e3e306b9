/** The live search node of a test run: started once, logged in one line, always stopped. */
import type { EngineName } from '../tests/support/elasticsearch/distribution';
import { findLiveNode, type LiveNode } from '../tests/support/elasticsearch/node';

/** Environment for the suites, and `stop`, which does nothing if there is no node. */
type NodeOfRun = Pick<LiveNode, 'env' | 'stop'> & Partial<Pick<LiveNode, 'title'>>;

const none: NodeOfRun = { env: {}, stop: async () => undefined };

/** Logs a node that fails to start as skipped. The embedded engine is tested in any case. */
export async function startNodeOfRun(
  say: (line: string) => void,
  engine: EngineName = 'elasticsearch-8',
): Promise<NodeOfRun> {
  try {
    const node = await findLiveNode(engine);
    if (typeof node === 'string') {
      say(`skipped: ${node}`);
      return none;
    }
    say(`live ${node.title} at ${node.url}`);
    return node;
  } catch (error) {
    say(`skipped: ${error instanceof Error ? error.message : String(error)}`);
    return none;
  }
}
