/** Maximum age of a connection to an upstream; calls in progress finish on the old connection. */
export const connectionLifeMs = 60_000;

/** Shorter delays are jitter of a busy event loop. */
const standstillMs = 100;

/**
 * Calls `act` after `ms` in which this process could run, unless the returned function cancels it. A process that was
 * suspended (no CPU from its host, a long garbage collection) has not read the data that arrived meanwhile. So the
 * deadline is extended by the delay of the timer, at most by `ms`.
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

/** Rejects as soon as the signal aborts, even while the work waits for something that ignores the signal. */
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
