#!/usr/bin/env bash
# OpenTelemetry, exporter-trace-otlp-http: a collector that takes a batch and rejects spans of it.
#
# Expected: the answer {"partialSuccess":{"rejectedSpans":...}} is a result of its own, or a failure
# that names the reason, so that a program can count spans that were lost.
# Instead: the result is SUCCESS, as for a batch that was stored whole. The reason goes to the diag
# logger alone, and nobody has one unless diag.setLogger was called.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @opentelemetry/api@1.10.0 \
  @opentelemetry/exporter-trace-otlp-http@0.301.0 @opentelemetry/sdk-trace@3.1.0
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
const collector = createServer((asked, answer) => {
  asked.resume();
  answer.setHeader('content-type', 'application/json');
  answer.end('{"partialSuccess":{"rejectedSpans":"1","errorMessage":"quota reached"}}');
});
await once(collector.listen(0, '127.0.0.1'), 'listening');
const memory = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] });
provider.getTracer('shop').startSpan('GET /fr/cart').end();
await provider.forceFlush();
const exporter = new OTLPTraceExporter({
  url: `http://127.0.0.1:${collector.address().port}/v1/traces`,
});
const send = () => new Promise((done) => exporter.export(memory.getFinishedSpans(), done));
const silent = await send();
const warnings = [];
const note = (...parts) => warnings.push(parts.join(' '));
const quiet = () => undefined;
diag.setLogger({ error: note, warn: note, info: quiet, debug: quiet, verbose: quiet });
const logged = await send();
collector.close();
console.log('exporter-trace-otlp-http 0.301.0, one span sent, one rejected');
console.log('result:', silent, '- with a diag logger:', logged, warnings);
assert.equal(memory.getFinishedSpans().length, 1);
assert.deepEqual([silent.code, silent.error, logged.code], [0, undefined, 0]);
assert.match(warnings.join('\n'), /quota reached/);
process.exit();
JS
node show.mjs
