/** Handles a request: controls, availability, injected faults and the request log. */
import type { TokenReader } from './account/tokens';
import { withReleasedMarks } from './answer-cookies';
import { CallWork, type Visit } from './call-work';
import { handleControl } from './control-routes';
import type { Control, Knobs } from './controls';
import type { FaultInput } from './faults';
import {
  ConnectionCut,
  Refusal,
  html,
  internalError,
  json,
  refusalResponse,
  type ErpRequest,
  type ErpResponse,
} from './protocol/exchange';
import { targetOf } from './target';

export interface HandlerParts extends Knobs {
  control: Control;
  controlKey: string | undefined;
  readToken: TokenReader;
  log: (entry: Record<string, unknown>) => void;
}

const NO_DATA_BASE =
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n' +
  '<p>The requested URL was not found on the server.</p>\n';
const MAINTENANCE =
  '<!doctype html><title>503 Service Unavailable</title><h1>Service Unavailable</h1>\n';

/** A string is sent as HTML, as from a proxy; anything else as JSON. */
function faultAnswer(fault: FaultInput): ErpResponse | null {
  if (fault.status === undefined) return null;
  const { body = { detail: 'Injected fault' } } = fault;
  const answer = typeof body === 'string' ? html(fault.status, body) : json(fault.status, body);
  return { ...answer, headers: { ...answer.headers, ...fault.headers } };
}

/** The body as text for the log; bytes of a multipart form as Latin-1, so that names and parts stay readable. */
function loggedBody(body: ErpRequest['body']): string | null {
  if (body === undefined || typeof body === 'string') return body ?? null;
  return Buffer.from(body).toString('latin1');
}

export class Handler {
  private readonly work: CallWork;

  constructor(private readonly parts: HandlerParts) {
    this.work = new CallWork(parts, parts.readToken);
  }

  async handle(request: ErpRequest): Promise<ErpResponse> {
    const { erp, requests, log } = this.parts;
    const target = targetOf(request);
    if (target.path.startsWith('_sandbox/'))
      return handleControl(this.parts, request, target.method, target.path);
    const at = new Date(erp.clock.now()).toISOString();
    let customerId: number | null = null;
    let status = 0;
    const seen = (id: number) => {
      customerId = id;
    };
    try {
      const answer = await this.answered({ request, target, fault: null, seen });
      status = answer.status;
      return answer;
    } finally {
      const { method, path } = request;
      const language = request.headers?.['accept-language'] ?? null;
      const body = loggedBody(request.body);
      requests.add({ at, method, path, language, customer_id: customerId, status, body });
      log({ event: 'erp.request', method, path: target.path, status, customerId });
    }
  }

  private async answered(visit: Visit): Promise<ErpResponse> {
    const { availability, erp, log } = this.parts;
    if (!availability.up)
      return erp.quirks.has('html-404-when-down')
        ? html(404, NO_DATA_BASE)
        : html(503, MAINTENANCE);
    try {
      return withReleasedMarks(erp, await this.withFault(visit));
    } catch (cause) {
      if (cause instanceof Refusal) return refusalResponse(cause);
      if (cause instanceof ConnectionCut) throw cause;
      log({ event: 'erp.failed', path: visit.target.path, error: String(cause), cause });
      return refusalResponse(internalError());
    }
  }

  private async withFault(visit: Visit): Promise<ErpResponse> {
    const { faults, erp } = this.parts;
    const fault = faults.take(visit.target.method, visit.target.path);
    if (!fault) return this.work.answer(visit);
    const instead = faultAnswer(fault);
    const isUntouched = fault.drop === 'before' || (instead !== null && !fault.applied);
    if (isUntouched) {
      await erp.scheduler.sleep(fault.delay_ms ?? 0);
      if (fault.drop === 'before' || !instead) throw new ConnectionCut('dropped before the work');
      return instead;
    }
    const answer = await this.work.answer({ ...visit, fault });
    if (fault.drop === 'after') throw new ConnectionCut('dropped after the work');
    return instead ?? answer;
  }
}
