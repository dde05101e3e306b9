/**
 * The log: one JSON object a line on stdout, allow-listed fields, object first and a constant message.
 * `event` is noun.verb; info happened, warn served degraded, error failed a customer (OPS-02, P-70 … P-73).
 */
import { pino, type DestinationStream, type Logger } from 'pino';
import { scrubbedFields, short } from './redaction';

export { short } from './redaction';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;
export type RootLog = Logger;

/** Error detail fit for a log line: kind, message and cause messages; never bodies. */
export function errorDetail(error: unknown): string {
  if (!(error instanceof Error)) return short(String(error));
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return short(`${error.name}: ${error.message}${cause}`);
}

type Destination = DestinationStream & { flushSync?: () => void };

/** Some minutes of a busy shop: what is held is memory that pages lack. */
const mostHeldBytes = 16 * 1024 * 1024;

/** Ten a second: at the end of the process a collector that reads nothing is waited for so often. */
const mostTries = 20;

/**
 * Standard output, which may lead to a file on a full disk or to a collector that reads too slowly. Lines wait for it,
 * as many as are held; neither pages nor the end of the process do. `tell` is given how many were lost, once those that
 * waited are written.
 */
export function standardOutput(
  tell: (lines: number) => void,
  { fd = 1, mostHeld = mostHeldBytes } = {},
): Destination {
  let tries = Number.NEGATIVE_INFINITY;
  const output = pino.destination({
    ...{ fd, sync: false, minLength: 0, maxLength: mostHeld },
    retryEAGAIN: () => (tries += 1) < mostTries,
  });
  let [lost, isRefused] = [0, false];
  // Heard by nobody, it would be an uncaught error. The next line tries again.
  output.on('error', () => (isRefused = true));
  output.on('write', () => (isRefused = false));
  output.on('drop', () => (lost += 1));
  output.on('drain', () => {
    const lines = lost;
    lost = 0;
    if (lines > 0) tell(lines);
  });
  const flush = output.flushSync.bind(output);
  // Left to itself it tries for ever what a full disk refuses, and the process never ends.
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
    // The last line of a process that ends must not stay in a buffer.
    flushSync: () => to.flushSync?.(),
  };
}

export function createLogger(options: {
  level: string;
  version: string;
  destination?: DestinationStream;
  /** Each line, as it was written, also for the support page. */
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
