/**
 * The log: one JSON object per line on stdout, allow-listed fields, object first and a constant message. `event` is
 * noun.verb. Levels: info for normal events, warn for degraded service, error when a customer's request failed (OPS-02,
 * P-70 … P-73).
 */
import { pino, type DestinationStream, type Logger } from 'pino';
import { scrubbedFields, short } from './redaction';

export { short } from './redaction';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;
export type RootLog = Logger;

/** Error detail suitable for a log line: kind, message and messages of causes; never bodies. */
export function errorDetail(error: unknown): string {
  if (!(error instanceof Error)) return short(String(error));
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return short(`${error.name}: ${error.message}${cause}`);
}

type Destination = DestinationStream & { flushSync?: () => void };

/** Holds some minutes of a busy shop; buffered lines use memory that pages need. */
const mostHeldBytes = 16 * 1024 * 1024;

/** Maximum number of attempts, ten a second, to write at the end of the process while the collector reads nothing. */
const mostTries = 20;

/**
 * Standard output, which may lead to a file on a full disk or to a slow collector. Lines are buffered up to `mostHeld`
 * bytes, so that neither pages nor the exit of the process wait. `tell` receives the number of lost lines once the
 * buffer is written.
 */
export function standardOutput(
  tell: (lines: number) => void,
  { fd = 1, mostHeld = mostHeldBytes } = {},
): Destination {
  let tries = Number.NEGATIVE_INFINITY;
  const output = pino.destination({
    fd,
    sync: false,
    minLength: 0,
    maxLength: mostHeld,
    retryEAGAIN: () => (tries += 1) < mostTries,
  });
  let [lost, isRefused] = [0, false];
  // Without a listener, a failed write would be an uncaught error. The next log line retries the write.
  output.on('error', () => (isRefused = true));
  output.on('write', () => (isRefused = false));
  output.on('drop', () => (lost += 1));
  output.on('drain', () => {
    const lines = lost;
    lost = 0;
    if (lines > 0) tell(lines);
  });
  const flush = output.flushSync.bind(output);
  // Gives up after `mostTries`: on a full disk pino would retry forever, and the process would never exit.
  output.flushSync = () => {
    tries = 0;
    try {
      if (!isRefused) flush();
    } catch {
      // The collector still reads nothing.
    }
  };
  return output;
}

function withCopy(to: Destination, alsoTo: ((line: string) => void) | undefined): Destination {
  if (!alsoTo) return to;
  return {
    write(line: string): void {
      to.write(line);
      alsoTo(line);
    },
    // The last line of an exiting process must not stay in a buffer.
    flushSync: () => to.flushSync?.(),
  };
}

export function createLogger(options: {
  level: string;
  version: string;
  destination?: DestinationStream;
  /** Also receives each written line; used by the support page. */
  alsoTo?: (line: string) => void;
}): RootLog {
  const tellOfLost = (lines: number): void =>
    log.warn({ event: 'log.lost', lines }, 'log lines were not taken, and are gone');
  const log: RootLog = pino(
    {
      level: options.level,
      base: { version: options.version },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: scrubbedFields },
    },
    withCopy(options.destination ?? standardOutput(tellOfLost), options.alsoTo),
  );
  return log;
}
