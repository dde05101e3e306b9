/**
 * Security headers of every response, including errors and files (P-22, P-23). They are constant except for the nonce,
 * so they are set without a library. Referrer-Policy is same-origin: with `no-referrer` Chromium would send `Origin:
 * null` with plain form posts, which the origin check rejects.
 */
import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Config } from '../config';
import { localsOf } from './locals';
import type { RouteOf } from './policy/route-policy';

export const nonceOf = (response: object): string => localsOf(response).nonce ?? '';

/**
 * Builds the Content-Security-Policy. `formHosts`: payment hosts, on the payment page only (P-25). Chromium also
 * applies form-action to redirects after a post. So a form never redirects to the identity provider: an intermediate
 * page does (auth/leave-page.ts).
 */
function contentSecurityPolicy(options: {
  /**
   * The nonce of the response. Null for a response that a shared cache may store, because a shared nonce protects
   * nothing.
   */
  nonce: string | null;
  analyticsOrigin: string | null;
  imageOrigins: readonly string[];
  formHosts?: readonly string[];
  /** Hashes of the inline styles. */
  styleSources?: readonly string[];
}): string {
  const analytics = options.analyticsOrigin ? ` ${options.analyticsOrigin}` : '';
  return [
    "default-src 'none'",
    options.nonce === null
      ? `script-src 'self'${analytics}`
      : `script-src 'nonce-${options.nonce}' 'strict-dynamic'`,
    `style-src ${["'self'", ...(options.styleSources ?? [])].join(' ')}`,
    `img-src 'self' data: ${options.imageOrigins.join(' ')}`.trim(),
    "font-src 'self'",
    `connect-src 'self'${analytics}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...(options.formHosts ?? [])].join(' ')}`,
  ].join('; ');
}

export interface Policy {
  nonce: string | null;
  formHosts: readonly string[];
  styleSources: readonly string[];
}

function policyOf(config: Config, policy: Policy): string {
  const secure = config.PUBLIC_URL.startsWith('https:');
  return contentSecurityPolicy({
    ...policy,
    analyticsOrigin: config.ANALYTICS_SRC ? new URL(config.ANALYTICS_SRC).origin : null,
    // The ERP may publish product pictures on any host.
    imageOrigins: secure ? ['https:'] : ['https:', 'http:'],
  });
}

/**
 * Changes the policy of one response: hosts that its forms may lead to (the payment page, P-25), inline styles, or no
 * nonce because it is the same for everyone.
 */
export function changePolicy(config: Config, response: Response, change: Partial<Policy>): void {
  const locals = localsOf(response);
  const before = locals.policy ?? { nonce: nonceOf(response), formHosts: [], styleSources: [] };
  locals.policy = { ...before, ...change };
  response.setHeader('Content-Security-Policy', policyOf(config, locals.policy));
}

const permissions = (camera: '' | 'self'): string =>
  `camera=(${camera}), microphone=(), geolocation=()`;

/** Pages with a scanner may request the camera; frames in them may not. */
export const cameraPolicy =
  (routeOf: RouteOf): RequestHandler =>
  (request, response, next) => {
    if (routeOf(request.path)?.policy.camera)
      response.setHeader('Permissions-Policy', permissions('self'));
    next();
  };

export function securityHeaders(config: Config): RequestHandler {
  const secure = config.PUBLIC_URL.startsWith('https:');
  return (_request, response, next) => {
    const nonce = randomBytes(16).toString('base64url');
    localsOf(response).nonce = nonce;
    changePolicy(config, response, { nonce });
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    response.setHeader('Permissions-Policy', permissions(''));
    if (secure) {
      response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    }
    next();
  };
}

/** Short headers for files: nothing in a file runs by itself, and each header byte is sent with every file. */
export function setFileSecurityHeaders(response: Response): void {
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.removeHeader('Permissions-Policy');
}

/**
 * Headers of the worker that reads barcodes: a worker has the policy of its own file. It may compile WebAssembly and
 * request the shop's files; the pages that start it may not compile any.
 */
export function setCodeWorkerHeaders(response: Response): void {
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
  );
}
