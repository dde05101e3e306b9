/**
 * The ERP client (contract/erp.md section 2 and 3): joins base and path, sends credentials and language, interprets
 * statuses as the contract defines them, and validates bodies with the caller's schema.
 *
 * Quirks handled here:
 * - Any 2xx is success; 204, 205, empty, `null` and `{}` are "empty".
 * - A 404 counts only with JSON; with HTML or an empty body it means that the ERP is unavailable.
 * - 3xx are never followed and count as unavailable: behind a TLS proxy they may lead to http, with body and bearer
 * token.
 * - A 422 is logged without its `input`.
 */
import { erpWriteSeconds } from '../../settings';
import { factsOfCall, isOfCart } from './calls';
import { isAbsent, type Capabilities } from './capabilities';
import { filenameOf } from './content-disposition';
import { fileAddress, fillPath, queryString } from './erp-address';
import type { ErpAnswer, ErpCall, ErpClient, Schema } from './erp-client';
import type { ErpCredentials } from './erp-credentials';
import { isRecord, refusalOf, type Refusal } from './erp-refusal';
import { collectDropped } from '../dropped-records';
import { SessionEnded, UpstreamFailure, type FailureDetails } from '../failure';
import type { RequestTrace } from '../../observe/tracing';
import type { RawAnswer } from '../raw-answer';
import { short, type Log } from '../../observe/logger';
import { codesIn, redactEchoes } from '../../observe/redaction';
import type { Caller } from '../caller';
import type { RequestBody } from '../request-body';

export interface ErpOptions {
  caller: Caller;
  baseUrl: string;
  acceptLanguage: string;
  credentials: ErpCredentials;
  /** Child logger of the request: its lines contain the reference. */
  log: Log;
  reference: string;
  trace?: RequestTrace | null;
  /** Name, login and address of the customer, which the ERP may repeat in its messages. */
  personal?: readonly (string | null)[];
  /** Aborts when the browser disconnects: files are then not read to the end. */
  gone?: AbortSignal;
  /** False: the log keeps only the codes of the ERP's messages (ERP_WORDS_IN_LOG). */
  wordsInLog?: boolean;
  /** Whether a 503 proves that a write was not applied (ERP_503_DEFINITE). */
  definite503: boolean;
  capabilities: Capabilities;
}

const absent: Refusal = { kind: 'refused', status: 404, detail: 'Not Found', errors: [] };

function bodyOf(call: ErpCall): RequestBody | undefined {
  if (call.body === undefined) return undefined;
  if (call.body instanceof FormData) return { kind: 'form', form: call.body };
  return { kind: 'json', text: JSON.stringify(call.body) };
}

/**
 * Cause that an unavailable ERP reports, without the data of the call: support reads it here (OPS-02). A page below 500
 * is no fault of the ERP and may contain any customer's data.
 */
const causeOf = (answer: RawAnswer, refusal: Refusal | null): string =>
  refusal?.detail ?? (answer.status >= 500 ? answer.excerpt : '');

const recordId = /^(\d{1,12}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Record ids from the path parameters: only numbers and uuids, so that no customer's text is logged. */
function recordsOf({ params }: ErpCall): { records?: Readonly<Record<string, string>> } {
  const records = Object.entries(params ?? {}).flatMap(([name, value]) =>
    recordId.test(String(value)) ? [[name, String(value)] as const] : [],
  );
  return records.length > 0 ? { records: Object.fromEntries(records) } : {};
}

const refusalStatuses = new Set([400, 403, 404, 405, 409, 413, 422]);

const baseOf = ({ baseUrl }: ErpOptions): string =>
  baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;

const aboutOf = ({ credentials }: ErpOptions) => ({ customer: credentials.customerRef });

/** A message of the ERP as it may be logged, without personal data. */
function impersonal(
  { personal = [], wordsInLog = true }: ErpOptions,
  said: string,
  { params, query, body }: ErpCall,
): string {
  const own = redactEchoes(redactEchoes(said, [params, query, body]), personal, '[customer]');
  return short(wordsInLog ? own : codesIn(own));
}

const failure = (
  { reference }: ErpOptions,
  fault: Omit<FailureDetails, 'service' | 'reference'>,
): UpstreamFailure => new UpstreamFailure({ service: 'erp', ...fault, reference });

async function send(options: ErpOptions, call: ErpCall, stream: boolean): Promise<RawAnswer> {
  const { caller, acceptLanguage, credentials, log, reference } = options;
  const method = call.method ?? 'GET';
  const url =
    call.at ?? baseOf(options) + fillPath(call.path, call.params ?? {}) + queryString(call.query);
  const own = call.anonymous ? null : credentials;
  const body = bodyOf(call);
  const identity = (await own?.headers(url)) ?? {};
  const ask = (credentialHeaders: Readonly<Record<string, string>>): Promise<RawAnswer> =>
    caller.send({
      operation: `${method} ${call.path}`,
      method,
      url,
      headers: {
        accept: stream ? '*/*' : 'application/json',
        'accept-language': acceptLanguage,
        'x-request-id': reference,
        ...credentialHeaders,
      },
      ...(body ? { body } : {}),
      timeoutMs:
        call.timeoutMs ?? (stream ? 30_000 : method === 'GET' ? 8_000 : erpWriteSeconds * 1_000),
      stream,
      gone: options.gone,
      mayLeave: call.mayLeave,
      log,
      reference,
      trace: options.trace ?? null,
      customerRef: credentials.customerRef,
    });
  let answer = await ask(identity);
  if (answer.status === 401 && own && !call.tolerate401) {
    const renewed = await own.renewed?.(identity);
    if (renewed) answer = await ask(renewed);
  }
  if (answer.setCookies.length > 0) await own?.received(answer.setCookies, url);
  if (answer.status === 401 && own && !call.tolerate401) {
    await own.rejected();
    throw new SessionEnded();
  }
  return answer;
}

/** Interprets a status that is no success: a rejection, or an unavailable ERP (3.2, 3.4). */
function refusedOrUnavailable(
  options: ErpOptions,
  answer: RawAnswer,
  operation: string,
  call: ErpCall,
): Refusal {
  const { log, definite503 } = options;
  const about = aboutOf(options);
  const { status } = answer;
  const refusal = refusalOf(answer);
  if (refusal && (refusalStatuses.has(status) || status === 401)) {
    const detail = impersonal(options, refusal.detail, call);
    log.info({ event: 'erp.refused', ...about, operation, status, detail }, 'the ERP refused');
    return refusal;
  }
  log.warn(
    {
      event: 'erp.failed',
      ...about,
      ...recordsOf(call),
      operation,
      status,
      detail: impersonal(options, causeOf(answer, refusal), call) || answer.contentType,
    },
    'the ERP failed',
  );
  if (refusal && status === 500)
    throw failure(options, { operation, reason: 'server-error', status, applied: 'nothing' });
  // 429 and other JSON responses below 500 were not carried out, and neither were redirects. Any other response that
  // is not the contract's JSON, or comes from a gateway, may hide a write that arrived.
  const redirected = status >= 300 && status < 400;
  // A proxy may add `Retry-After` to its own 503 although the write has arrived: Varnish always does.
  const asksToRepeat = refusal !== null && answer.headers['retry-after'] !== undefined;
  const applied =
    redirected || (refusal && status < 500) || (status === 503 && (definite503 || asksToRepeat))
      ? 'nothing'
      : 'unknown';
  throw failure(options, { operation, reason: 'unavailable', status, applied });
}

/**
 * A completed write may have an empty body (2.3). A read without a result has its own status. So `{}`, `null` or an
 * empty body with any other status means that the response of a read was lost.
 */
function parsed<T>(
  options: ErpOptions,
  answer: RawAnswer,
  schema: Schema<T>,
  operation: string,
): ErpAnswer<T> {
  const { log } = options;
  const about = aboutOf(options);
  const { status, json } = answer;
  const isHollow =
    answer.bytes === 0 || json === null || (isRecord(json) && Object.keys(json).length === 0);
  if (status === 204 || status === 205 || (isHollow && !operation.startsWith('GET ')))
    return { kind: 'empty', status };
  const { result, dropped } = collectDropped(() =>
    isHollow || json === undefined ? null : schema.safeParse(json),
  );
  if (result?.success && dropped.length > 0)
    log.warn(
      { ...about, event: 'erp.record_dropped', operation, records: dropped },
      'records of the ERP’s answer cannot be used; the page leaves them out',
    );
  if (result?.success) return { kind: 'ok', status, body: result.data };
  const without = isHollow ? 'nothing in it' : 'not JSON';
  log.warn(
    {
      ...about,
      event: 'erp.answer_invalid',
      operation,
      status,
      detail: short(JSON.stringify(result ? result.error.issues.slice(0, 5) : without)),
    },
    'the ERP answered in another shape than the contract',
  );
  throw failure(options, { operation, reason: 'invalid-answer', status, applied: 'unknown' });
}

export function createErp(options: ErpOptions): ErpClient {
  const { capabilities, log } = options;
  return {
    async call<T>(call: ErpCall, schema: Schema<T>): Promise<ErpAnswer<T>> {
      const operation = `${call.method ?? 'GET'} ${call.path}`;
      const facts = factsOfCall(operation);
      if (facts && !facts.needed && !capabilities.offers(operation)) return absent;
      const answer = await send(options, call, false);
      if (answer.status >= 200 && answer.status < 300)
        return parsed(options, answer, schema, operation);
      const refusal = refusedOrUnavailable(options, answer, operation, call);
      if (facts && !facts.needed && !isOfCart(facts) && isAbsent(refusal))
        capabilities.lacks(operation);
      return refusal;
    },
    offers: capabilities.offers,
    lacks: capabilities.lacks,
    async download(call) {
      const operation = `${call.method ?? 'GET'} ${call.path}`;
      const at = call.at === undefined ? null : fileAddress(baseOf(options), call.at);
      if (call.at !== undefined && at === null) {
        log.warn(
          { event: 'erp.file_elsewhere', operation },
          'a file of the ERP lies on another host',
        );
        return { kind: 'refused', status: 404, detail: 'on another host', errors: [] };
      }
      const answer = await send(options, at === null ? call : { ...call, at }, true);
      if (answer.status < 200 || answer.status >= 300)
        return refusedOrUnavailable(options, answer, operation, call);
      const { status } = answer;
      if (!answer.stream)
        throw failure(options, { operation, reason: 'invalid-answer', status, applied: 'nothing' });
      return {
        kind: 'file',
        file: {
          status,
          contentType: answer.contentType,
          contentLength: answer.contentLength,
          filename: filenameOf(answer.headers['content-disposition']),
          stream: answer.stream,
        },
      };
    },
  };
}
