/**
 * Paths and methods of the ERP. A missing call causes one of the three responses of contract/erp.md 2.1. An unknown
 * path is a 404, and another method on a known path a 405. A fixed word where a neighbouring route expects an id is
 * that route's 422.
 */
import type { Quirks } from '../quirks';
import type { Call, CustomerCall } from '../call';
import { Refusal, unauthorized, type ErpResponse } from './exchange';
import { int, read, uuid } from './fields';
import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Slash = 'none' | 'trailing' | 'both';

export interface RouteOptions {
  /** Format of the body; default for POST and PUT: `json`. */
  body?: 'json' | 'multipart' | 'form' | 'none';
  /** Whether the published modules have this call; false for "no" or "-" in section 22. */
  released?: boolean;
  when?: (quirks: Quirks) => boolean;
  /**
   * Waits for the lock on the customer's cart row: `write` for every cart write, `sync` with the rules for many
   * concurrent syncs.
   */
  row?: 'write' | 'sync';
  /** Whether the path ends with a slash: `carts/` does, wishlists accept both, all others do not. */
  slash?: Slash | ((quirks: Quirks) => Slash);
  /** True for a download, which does not renew the cookie. */
  download?: boolean;
}

export interface Route extends RouteOptions {
  method: Method;
  segments: readonly Segment[];
  auth: 'required' | 'optional' | 'none';
  run: (call: Call) => ErpResponse;
}

interface Segment {
  /** The fixed word of the segment, or the name of its parameter. */
  word: string;
  kind: 'fixed' | 'int' | 'uuid' | 'text';
}

const KINDS: Record<string, Segment['kind']> = { int: 'int', uuid: 'uuid', text: 'text' };

function parsePattern(pattern: string): Segment[] {
  return pattern.split('/').map((part) => {
    const found = /^\{(\w+):(\w+)\}$/.exec(part);
    const kind = found && KINDS[found[2] ?? ''];
    return kind ? { word: found[1] ?? '', kind } : { word: part, kind: 'fixed' };
  });
}

function route(
  method: Method,
  pattern: string,
  auth: Route['auth'],
  run: Route['run'],
  options: RouteOptions,
): Route {
  return { ...options, method, segments: parsePattern(pattern), auth, run };
}

type Run<C> = (call: C) => ErpResponse;

/** A route that returns 401 without a customer. */
export function signedIn(
  method: Method,
  pattern: string,
  run: Run<CustomerCall>,
  options: RouteOptions = {},
): Route {
  const guarded = (call: Call) => {
    if (!call.customer) throw unauthorized();
    return run({ ...call, customer: call.customer });
  };
  return route(method, pattern, 'required', guarded, options);
}

export function open(
  method: Method,
  pattern: string,
  run: Run<Call>,
  options: RouteOptions = {},
): Route {
  return route(method, pattern, 'none', run, options);
}

/** A route that is open to guests and returns more to signed-in customers. An invalid token is still a 401. */
export function openToAll(
  method: Method,
  pattern: string,
  run: Run<Call>,
  options: RouteOptions = {},
): Route {
  return route(method, pattern, 'optional', run, options);
}

export interface Match {
  route: Route;
  params: Record<string, string>;
}

function matchPath(route: Route, parts: readonly string[]): Record<string, string> | null {
  if (route.segments.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of route.segments.entries()) {
    const part = parts[index] ?? '';
    if (segment.kind === 'fixed' ? segment.word !== part : part === '') return null;
    if (segment.kind !== 'fixed') params[segment.word] = part;
  }
  return params;
}

function fixedWords(route: Route): number {
  return route.segments.filter((segment) => segment.kind === 'fixed').length;
}

export class Router {
  constructor(private readonly routes: readonly Route[]) {}

  private installed(quirks: Quirks): Route[] {
    const releasedOnly = quirks.has('released-calls-only');
    return this.routes.filter(
      (route) => (route.when?.(quirks) ?? true) && !(releasedOnly && route.released === false),
    );
  }

  /** Finds the route of a path below the base (no leading slash). Throws a 404 or 405. */
  find(method: string, path: string, quirks: Quirks): Match {
    const parts = path.replace(/\/$/, '').split('/');
    const matches: Match[] = [];
    for (const route of this.installed(quirks)) {
      const params = matchPath(route, parts);
      if (params) matches.push({ route, params });
    }
    if (matches.length === 0) throw new Refusal(404, 'Not Found');
    const [best] = matches
      .filter((match) => match.route.method === method)
      .sort((a, b) => fixedWords(b.route) - fixedWords(a.route));
    if (!best) throw new Refusal(405, 'Method Not Allowed');
    return best;
  }
}

/** The path to redirect to if the slash at the end is missing or surplus; else null (2.1). */
export function correctSlash(route: Route, path: string, quirks: Quirks): string | null {
  const slash = typeof route.slash === 'function' ? route.slash(quirks) : route.slash;
  const ends = path.endsWith('/');
  if (slash === 'both') return null;
  if (slash === 'trailing') return ends ? null : `${path}/`;
  return ends ? path.slice(0, -1) : null;
}

/** Validates ids in the path; a 422 names the parameter like the real server. */
export function checkParams(match: Match): Record<string, string> {
  const checked = { ...match.params };
  for (const segment of match.route.segments) {
    const raw = match.params[segment.word];
    if (raw === undefined || segment.kind === 'fixed' || segment.kind === 'text') continue;
    const field = segment.kind === 'int' ? int() : uuid();
    const value = read(z.object({ [segment.word]: field }), { [segment.word]: raw }, 'path');
    checked[segment.word] = String(value[segment.word]);
  }
  return checked;
}
