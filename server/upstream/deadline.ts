/** Connections to an upstream live no longer: what is under way on an older one ends there. */
export const connectionLifeMs = 60_000;

/** Less is the jitter of a busy event loop. */
const standstillMs = 100;

/**
 * Acts after `ms` in which this process could run, unless the function it gives is called before. A process that
 * stood still (a machine that lends it no processor, a long collection of garbage) has not read what came meanwhile:
 * by how much the timer is late, by so much, and no more than `ms`, the deadline is later too.
 */
export function afterMs(ms: number, act: () => void): () => void {
  const due = performance.now() + ms;
  let timer = setTimeout(() => {
    const lateMs = performance.now() - due;
    if (lateMs < standstillMs) act();
    else timer = setTimeout(act, Math.min(lateMs, ms));
  }, ms);
  return () => {
    clearTimeout(timer);
  };
}

/** Rejects at once when the signal is aborted, also while the work waits for something that does not heed it. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
