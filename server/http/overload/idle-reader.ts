/**
 * Cuts a connection whose client does not read its response (P-62): the unsent bytes would stay in memory forever. Node
 * treats any sent byte as activity, so slow connections survive. While the response is being rendered, nothing waits to
 * be sent.
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
