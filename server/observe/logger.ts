/**
 * The log: one JSON object a line on stdout, allow-listed fields, object first and a constant message.
 * `event` is noun.verb; info happened, warn served degraded, error failed a customer (OPS-02, P-70 … P-73).
 */
import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;
export type RootLog = Logger;

const maxText = 512;

/** Cuts long values: no log line carries a body or a flood. */
export const short = (text: string): string =>
  text.length > maxText ? `${text.slice(0, maxText)}…` : text;

/** Error detail fit for a log line: kind, message and cause messages; never bodies. */
export function errorDetail(error: unknown): string {
  if (!(error instanceof Error)) return short(String(error));
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return short(`${error.name}: ${error.message}${cause}`);
}

export function createLogger(options: {
  level: string;
  version: string;
  destination?: DestinationStream;
}): RootLog {
  return pino(
    {
      level: options.level,
      base: { version: options.version },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Second net only: fields are allow-listed where they are logged.
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
    options.destination ?? pino.destination({ sync: false, minLength: 0 }),
  );
}
