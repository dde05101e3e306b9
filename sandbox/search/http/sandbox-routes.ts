/** `/_sandbox/faults` and `/_sandbox/requests`: fault switches and request log for tests in other processes. */
import { errorBody, SearchError } from '../errors';
import { parseJson, type Answered, type Exchange } from './exchange';
import { readFaultRule, type FaultSwitch } from './faults';
import type { RequestLog } from './request-log';
import { notFound } from './router';

export interface SandboxParts {
  faults: FaultSwitch;
  log: RequestLog;
  /** Required value of `X-Sandbox-Key`; null if the routes are open. */
  key: string | null;
}

export function refuse(status: number, type: string, reason: string): Answered {
  return { status, body: errorBody(new SearchError(status, { type, reason })) };
}

export function sandboxRoute(parts: SandboxParts, exchange: Exchange): Answered {
  const { method, path, body, request } = exchange;
  if (parts.key !== null && request.headers['x-sandbox-key'] !== parts.key) {
    return refuse(403, 'security_exception', 'X-Sandbox-Key is missing or wrong');
  }
  const source = path === '/_sandbox/faults' ? parts.faults : parts.log;
  if (path !== '/_sandbox/faults' && path !== '/_sandbox/requests') return notFound(exchange);
  if (method === 'GET') return { status: 200, body: source.list() };
  if (method === 'DELETE') {
    source.clear();
    return { status: 200, body: { cleared: true } };
  }
  const rule = path === '/_sandbox/faults' && method === 'POST' ? parseJson(body) : undefined;
  const read = readFaultRule(rule);
  if (!read) return refuse(400, 'illegal_argument_exception', 'not a fault rule');
  parts.faults.set(read);
  return { status: 200, body: parts.faults.list() };
}
