/**
 * Exports spans over OTLP: one per request, and below it one per call to ERP and search. Imported only when configured.
 */
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
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { errorDetail, type Log } from './logger';
import type { IncomingTrace, TracedCall, Tracing } from './tracing';

const remote = ({ id, parent, sampled }: IncomingTrace) =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: id,
    spanId: parent,
    isRemote: true,
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

/** `ExportResultCode.SUCCESS`, from a package that the shop does not depend on directly. */
const sent = 0;
const lineEveryMs = 60_000;
/** Time limit for sending the remaining spans at shutdown; a container needs the rest of its grace period. */
const closeMs = 3_000;

/** A collector that rejects spans or does not respond costs traces but no pages; one log line a minute reports it. */
function watched(exporter: SpanExporter, url: string, log: Log): SpanExporter {
  let toldAt = -lineEveryMs;
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (Number(result.code) !== sent) {
          lost += spans.length;
          const now = performance.now();
          if (now - toldAt >= lineEveryMs) {
            const error = `${url}: ${result.error ? errorDetail(result.error) : 'refused'}`;
            log.warn({ event: 'traces.not_sent', count: lost, error }, 'spans were lost');
            toldAt = now;
            lost = 0;
          }
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

export function exportedTracing(options: {
  log: Log;
  url: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  version: string;
  share: number;
}): Tracing {
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: { ...options.headers },
    timeoutMillis: 5_000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: watched(exporter, options.url, options.log) }),
    ],
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
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
