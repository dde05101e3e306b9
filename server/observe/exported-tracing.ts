/** Spans sent over OTLP: one of each request, one of each call to ERP and search below it. Loaded only where asked for. */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { IncomingTrace, TracedCall, Tracing } from './tracing';

/** `name=value` with commas between, values as in an address. */
function headersIn(list = ''): Record<string, string> {
  const pairs = list.split(',').map((pair) => pair.split('='));
  return Object.fromEntries(
    pairs.flatMap(([name = '', ...value]) =>
      name.trim() ? [[name.trim(), decodeURIComponent(value.join('=').trim())]] : [],
    ),
  );
}

const remote = ({ id, parent, sampled }: IncomingTrace) =>
  trace.setSpanContext(ROOT_CONTEXT, {
    ...{ traceId: id, spanId: parent, isRemote: true },
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  });

function headersOf(span: Span, incoming: IncomingTrace | null): Record<string, string> {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = traceFlags.toString(16).padStart(2, '0');
  const state = incoming?.headers['tracestate'];
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(state === undefined ? {} : { tracestate: state }),
  };
}

export function exportedTracing(options: {
  endpoint: string;
  headers: string | undefined;
  serviceName: string;
  version: string;
  share: number;
}): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: headersIn(options.headers),
    timeoutMillis: 5_000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('shop', options.version);

  return {
    request(name, incoming, reference) {
      const above = incoming ? remote(incoming) : ROOT_CONTEXT;
      const attributes = { 'shop.reference': reference };
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, above);
      const below = trace.setSpan(above, span);
      return {
        id: span.spanContext().traceId,
        call(service, operation): TracedCall {
          const call = tracer.startSpan(
            `${service} ${operation}`,
            { kind: SpanKind.CLIENT, attributes: { 'peer.service': service } },
            below,
          );
          return {
            headers: headersOf(call, incoming),
            end({ status, error }) {
              if (status !== null) call.setAttribute('http.response.status_code', status);
              if (error !== undefined || status === null || status >= 500)
                call.setStatus({ code: SpanStatusCode.ERROR, message: error ?? '' });
              call.end();
            },
          };
        },
        end({ status, customer }) {
          span.setAttribute('http.response.status_code', status);
          if (customer !== null) span.setAttribute('shop.customer', customer);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}
