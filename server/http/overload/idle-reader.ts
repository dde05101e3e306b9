/**
 * Cuts a connection that takes nothing of its answer (P-62): what waits to be sent would be held for ever. Node
 * counts any byte that leaves as life, so a slow line is not cut; while the answer is being made nothing waits.
 */
import type { ServerResponse } from 'node:http';

export function cutIdleReader(response: ServerResponse, patienceMs: number): void {
  response.on('timeout', () => {
    const isMade = response.writableEnded || response.writableNeedDrain;
    if (isMade && !response.writableFinished) response.socket?.destroy();
    else response.socket?.setTimeout(patienceMs);
  });
  response.setTimeout(patienceMs);
}
