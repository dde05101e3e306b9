/**
 * Trace context (W3C) of a request: accepted from a trusted proxy, written to its log lines, sent to ERP and search.
 * Spans are created and exported only with OTEL_EXPORTER_OTLP_ENDPOINT. Without it the library is not loaded, and a
 * request without an incoming trace costs nothing.
 */
import type { Config } from '../config';
import type { Log } from './logger';

export interface TracedCall {
  /** `traceparent`, and `tracestate` if one was received. */
  headers: Readonly<Record<string, string>>;
  end(facts: { status: number | null; error?: string | undefined }): void;
}

export interface RequestTrace {
  /** 32 hexadecimal digits, as on log lines. */
  id: string;
  call(service: string, operation: string): TracedCall;
  end(facts: { status: number; customer: string | null }): void;
}

export interface IncomingTrace {
  id: string;
  parent: string;
  sampled: boolean;
  /** The trace headers as received. */
  headers: Readonly<Record<string, string>>;
}

export interface Tracing {
  /** Returns the trace of a request; null when the request has none. */
  request(name: string, incoming: IncomingTrace | null, reference: string): RequestTrace | null;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-|$)/;
const longestState = 512;

export function incomingTrace(
  traceparent: string | undefined,
  tracestate: string | undefined,
): IncomingTrace | null {
  const [, id, parent, flags] = form.exec(traceparent ?? '') ?? [];
  if (traceparent === undefined || !id || !parent || !flags) return null;
  const state = tracestate && tracestate.length <= longestState ? { tracestate } : {};
  return {
    id,
    parent,
    sampled: (Number.parseInt(flags, 16) & 1) === 1,
    headers: { traceparent, ...state },
  };
}

/** Forwards the incoming trace unchanged, as the standard requires from components that record nothing. */
const passing: Tracing = {
  request(_name, incoming) {
    if (!incoming) return null;
    const call = { headers: incoming.headers, end: () => undefined };
    return { id: incoming.id, call: () => call, end: () => undefined };
  },
  close: () => Promise.resolve(),
};

/** Address where the collector accepts traces: the setting contains the part before the path of each signal. */
export const tracesAddress = (endpoint: string): string =>
  `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;

export async function createTracing(
  config: Pick<
    Config,
    | 'OTEL_EXPORTER_OTLP_ENDPOINT'
    | 'OTEL_EXPORTER_OTLP_HEADERS'
    | 'OTEL_SERVICE_NAME'
    | 'OTEL_TRACES_SAMPLER_ARG'
  >,
  version: string,
  log: Log,
): Promise<Tracing> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return passing;
  const { exportedTracing } = await import('./exported-tracing');
  return exportedTracing({
    url: tracesAddress(endpoint),
    version,
    log,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: config.OTEL_SERVICE_NAME,
    share: config.OTEL_TRACES_SAMPLER_ARG,
  });
}
