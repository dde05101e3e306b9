/**
 * Time source of the ERP. The HTTP server uses real time. A property test runs the whole cart protocol in virtual time,
 * so that a lock of two minutes costs nothing.
 */
export interface Scheduler {
  /** Milliseconds since 1970. Durations are measured with it, so it must advance by itself. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Real time. A pending sleep does not keep the process alive. */
export function realScheduler(): Scheduler {
  return {
    now: () => Date.now(),
    sleep: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, ms)).unref();
      }),
  };
}

export interface VirtualScheduler extends Scheduler {
  /** Advances time, wakes the sleepers in the order of their wake-up times, and lets all resulting work finish. */
  advance(ms: number): Promise<void>;
  /** Advances from sleeper to sleeper until none is left, for at most `limitMs` of virtual time. */
  drain(limitMs?: number): Promise<void>;
}

interface Sleeper {
  at: number;
  order: number;
  wake: () => void;
}

/** Runs pending promise callbacks; no work of the ERP needs more turns than this. */
async function settle(): Promise<void> {
  for (let hop = 0; hop < 50; hop += 1) await Promise.resolve();
}

export function virtualScheduler(start: Date): VirtualScheduler {
  let time = start.getTime();
  let order = 0;
  let sleepers: Sleeper[] = [];

  function next(until: number): Sleeper | undefined {
    const due = sleepers
      .filter((sleeper) => sleeper.at <= until)
      .sort((a, b) => a.at - b.at || a.order - b.order)[0];
    if (due) sleepers = sleepers.filter((sleeper) => sleeper !== due);
    return due;
  }

  async function runUntil(until: number): Promise<void> {
    await settle();
    for (let sleeper = next(until); sleeper; sleeper = next(until)) {
      time = Math.max(time, sleeper.at);
      sleeper.wake();
      await settle();
    }
  }

  return {
    now: () => time,
    sleep: (ms) =>
      new Promise((resolve) => {
        order += 1;
        sleepers.push({ at: time + Math.max(0, ms), order, wake: resolve });
      }),
    async advance(ms) {
      const until = time + ms;
      await runUntil(until);
      time = until;
    },
    async drain(limitMs = 3_600_000) {
      await runUntil(time + limitMs);
    },
  };
}
