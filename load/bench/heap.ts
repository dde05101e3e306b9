/** Reads the heap of a running process through its inspector (Chrome DevTools protocol). */
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { WebSocket } from 'undici';
import { z } from 'zod';

export interface HeapFacts {
  /** Memory used by JavaScript objects, in MB. */
  heapMb: number;
  /** Memory that these objects own outside the heap, such as buffers. */
  externalMb: number;
  rssMb: number;
}

interface HeapReader {
  /**
   * Runs a full garbage collection first, as V8 does when memory runs out, so the figures cover only reachable objects.
   */
  afterCollection(): Promise<HeapFacts>;
  /** Writes a snapshot that the memory panel of a browser's developer tools can open. */
  snapshot(file: string): Promise<void>;
  close(): void;
}

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.object({ chunk: z.string().optional() }).optional(),
  result: z.unknown().optional(),
});
const Evaluated = z.object({ result: z.object({ value: z.string() }) });
const Usage = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() });

/** Connects to the process whose `--inspect` listens at this port of 127.0.0.1. */
export async function openHeap(port: number): Promise<HeapReader> {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = Targets.parse(await listed.json());
  if (target === undefined) throw new Error(`no process to inspect at ${port}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  const waiting = new Map<number, (result: unknown) => void>();
  let onChunk: (chunk: string) => void = () => undefined;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result } = Message.parse(JSON.parse(String(data)));
    if (method === 'HeapProfiler.addHeapSnapshotChunk') onChunk(params?.chunk ?? '');
    if (id === undefined) return;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let asked = 0;
  const ask = (method: string, params: Record<string, unknown> = {}): Promise<unknown> =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      socket.send(JSON.stringify({ id: asked, method, params }));
    });
  const mb = (bytes: number): number => Number((bytes / 1e6).toFixed(1));
  return {
    async afterCollection() {
      await ask('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = Evaluated.parse(
        await ask('Runtime.evaluate', { expression, returnByValue: true }),
      );
      const { heapUsed, external, rss } = Usage.parse(JSON.parse(result.value));
      return { heapMb: mb(heapUsed), externalMb: mb(external), rssMb: mb(rss) };
    },
    async snapshot(file) {
      const written = openSync(file, 'w');
      onChunk = (chunk) => void writeSync(written, chunk);
      await ask('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      closeSync(written);
    },
    close: () => socket.close(),
  };
}
