/**
 * Checks that the collector accepts traces: sends an export without spans, to which it responds as usual (OTLP/HTTP).
 */
import type { Config } from '../../server/config';
import { tracesAddress } from '../../server/observe/tracing';
import { ask, ok, warn, type Finding } from './finding';

export async function examineCollector(config: Config, now: () => Date): Promise<Finding[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: own } = config;
  if (endpoint === undefined) return [];
  const what = 'traces';
  const address = tracesAddress(endpoint);
  const headers = { ...own, 'content-type': 'application/json' };
  const body = '{"resourceSpans":[]}';
  const reply = await ask(address, { method: 'POST', headers, body }, now);
  const until = 'until then traces are lost, and no page waits for them';
  if (typeof reply === 'string')
    return [warn(what, `${address}: ${reply}`, `OTEL_EXPORTER_OTLP_ENDPOINT; ${until}`)];
  const { status } = reply;
  if (status >= 200 && status < 300) return [ok(what, `${address} takes them`)];
  const setting = /^40[13]$/.test(String(status))
    ? 'OTEL_EXPORTER_OTLP_HEADERS'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT: the address of the collector for OTLP over http (4318)';
  return [warn(what, `${address} answers ${status}`, `${setting}; ${until}`)];
}
