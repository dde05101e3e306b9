/**
 * Startup produces much garbage and lets V8's nursery grow to its limit, 64 MB, which an idle process would retain. A
 * usual collection empties these pages but keeps them. This collection, which V8 otherwise runs under memory pressure,
 * returns them to the system (P-67). The nursery grows again under load.
 */
export async function giveBackStartMemory(): Promise<void> {
  // Imported on demand: some Node builds lack the inspector, and nothing else needs it.
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
