/** The fetch function for openid-client: one log line and one metric per call, without address and body. */
import type { CustomFetch, ServerMetadata } from 'openid-client';
import { jsonDepth } from '../../http/forms/form-rules';
import { errorDetail } from '../../observe/logger';
import type { Metrics } from '../../observe/metrics';
import { UnreadableAnswer } from '../../upstream/raw-answer';
import type { About } from '../auth-parts';

function operationOf(url: string, method: string, metadata: ServerMetadata | null): string {
  if (url === metadata?.token_endpoint) return `${method} token`;
  if (url === metadata?.jwks_uri) return `${method} jwks`;
  if (url === metadata?.userinfo_endpoint) return `${method} userinfo`;
  if (url === metadata?.revocation_endpoint) return `${method} revocation`;
  return `${method} discovery`;
}

/** Metadata, keys, tokens and claims are a few kilobytes; more is no valid response of a provider (P-44). */
const maxBytes = 1024 * 1024;
/** Metadata are lists in an object; claims of a customer are nested a few levels deeper. */
const maxDepth = 32;
const noBody = new Set([101, 204, 205, 304]);

/** Reads the body within the limits, which count decompressed bytes, and returns the response with it. */
export async function readWithinLimits(response: Response): Promise<Response> {
  if (!response.body || noBody.has(response.status)) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new UnreadableAnswer(`answer above ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
  const { status, statusText, headers } = response;
  const body = Buffer.concat(chunks);
  if (jsonDepth(body.toString('latin1')) > maxDepth)
    throw new UnreadableAnswer(`answer nested deeper than ${maxDepth}`);
  return new Response(body, { status, statusText, headers });
}

export function identityFetch(
  about: About,
  metrics: Pick<Metrics, 'upstreamCall'>,
  metadata: ServerMetadata | null,
  /** Called when the token endpoint has granted a request: its code or refresh token is then used up. */
  granted: () => void = () => undefined,
): CustomFetch {
  return async (url, init) => {
    const started = performance.now();
    const operation = operationOf(url, init.method, metadata);
    const [method, path] = operation.split(' ');
    const line = { event: 'identity.called', reference: about.reference, method, path };
    const report = (status: number | null, outcome: string, error?: unknown): void => {
      const ms = Math.round(performance.now() - started);
      metrics.upstreamCall('identity', operation, outcome, ms / 1000);
      const facts = { ...line, status, ms, attempts: 1 };
      if (status !== null && status < 500) about.log.info(facts, 'upstream call');
      else
        about.log.warn(
          { ...facts, ...(error === undefined ? {} : { outcome, error: errorDetail(error) }) },
          'upstream call failed',
        );
    };
    const { body } = init;
    // The shop posts only forms to a provider.
    const form = body instanceof URLSearchParams ? { body } : {};
    try {
      const response = await fetch(url, {
        method: init.method,
        headers: init.headers,
        redirect: init.redirect,
        ...(init.signal ? { signal: init.signal } : {}),
        ...form,
      });
      report(response.status, String(response.status));
      if (response.ok && url === metadata?.token_endpoint) granted();
      return await readWithinLimits(response);
    } catch (error) {
      report(null, 'unreachable', error);
      throw error;
    }
  };
}
