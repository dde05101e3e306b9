/** The live search node of a run: started once, said in one line, stopped whatever happens. */
import type { EngineName } from '../tests/support/elasticsearch/distribution';
import { findLiveNode, type LiveNode } from '../tests/support/elasticsearch/node';

/** What the suites are given, and `stop`, which does nothing where there is no node. */
export type NodeOfRun = Pick<LiveNode, 'env' | 'stop'>;

const none: NodeOfRun = { env: {}, stop: async () => undefined };

/** A node that ought to start and does not is said aloud and counts as missing: the embedded engine is still tested. */
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
