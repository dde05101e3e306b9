/** The HTTP layer: routes, fault switches, the request log and the product header that the client requires. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { errorBody, SearchError } from '../errors';
import {
  checkMediaTypes,
  openExchange,
  pause,
  sendAnswer,
  type Answered,
  type Exchange,
} from './exchange';
import { faultError, type FaultRule } from './faults';
import { record } from './request-log';
import { indicesOf, route, type Routes } from './router';
import { refuse, sandboxRoute, type SandboxParts } from './sandbox-routes';

interface ListenerParts extends Routes, SandboxParts {
  report: (event: string, detail: Record<string, unknown>) => void;
}

/** The response that a fault causes; null if the request runs normally. */
function faultAnswer(exchange: Exchange, rule: FaultRule): Answered | 'gone' | null {
  if (rule.drop) {
    exchange.request.socket.destroy();
    return 'gone';
  }
  if (rule.html) {
    exchange.response.statusCode = rule.status ?? 200;
    exchange.response.setHeader('Content-Type', 'text/html');
    exchange.response.end('<html><body><h1>Gateway</h1></body></html>');
    return 'gone';
  }
  if (rule.status === undefined) return null;
  return {
    status: rule.status,
    body: errorBody(new SearchError(rule.status, faultError(rule.status))),
  };
}

async function answer(parts: ListenerParts, exchange: Exchange): Promise<Answered | 'gone'> {
  if (exchange.path.startsWith('/_sandbox/')) return sandboxRoute(parts, exchange);
  const rule = parts.faults.take(exchange.path, indicesOf(exchange.path));
  if (rule?.delayMs !== undefined) await pause(rule.delayMs, exchange.response);
  if (exchange.response.destroyed) return 'gone';
  const faulty = rule && faultAnswer(exchange, rule);
  if (faulty) return faulty;
  checkMediaTypes(exchange);
  return route(parts, exchange, rule);
}

async function answerSafely(parts: ListenerParts, exchange: Exchange): Promise<Answered | 'gone'> {
  try {
    return await answer(parts, exchange);
  } catch (cause) {
    if (cause instanceof SearchError) return { status: cause.status, body: errorBody(cause) };
    parts.report('search.bug', { path: exchange.path, error: String(cause) });
    return refuse(500, 'exception', cause instanceof Error ? cause.message : 'unknown');
  }
}

async function serve(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-Elastic-Product', 'Elasticsearch');
  const exchange = await openExchange(request, response);
  const entry = exchange.path.startsWith('/_sandbox/') ? null : record(parts.log, exchange);
  const answered = await answerSafely(parts, exchange);
  if (answered === 'gone' || response.destroyed) return;
  if (entry) entry.status = answered.status;
  await sendAnswer(exchange, answered);
}

export function createListener(parts: ListenerParts): Server {
  return createServer((request, response) => {
    serve(parts, request, response).catch((cause: unknown) => {
      parts.report('search.broken-request', { error: String(cause) });
      request.socket.destroy();
    });
  });
}
