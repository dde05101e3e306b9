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
  return pino(
    {
      level: options.level,
      base: { version: options.version },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: scrubbedFields },
      // By name, beside the net over texts: fields are allow-listed where they are logged.
      redact: {
        paths: [
          'password',
          'token',
          'access_token',
          'refresh_token',
          'id_token',
          'cookie',
          'authorization',
          '*.password',
          '*.token',
          '*.access_token',
          '*.refresh_token',
          '*.cookie',
          '*.authorization',
        ],
        censor: '[redacted]',
      },
    },
    withCopy(
      options.destination ?? pino.destination({ sync: false, minLength: 0 }),
      options.alsoTo,
    ),
  );
}
