/**
 * A start makes much garbage and lets the nursery grow to its limit, 64 MB that an idle process would hold on
 * to: a usual collection empties them and keeps them. This one, which V8 knows for a lack of memory, gives them
 * back (P-67). The nursery grows again with the load that wants it.
 */
export async function giveBackStartMemory(): Promise<void> {
  // Loaded late: some builds of Node are without it, and nothing else needs it.
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
