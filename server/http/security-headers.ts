/**
 * Headers of every answer, errors and files included (P-22, P-23). They are constant but for the nonce, so
 * they are set by hand. Referrer-Policy is same-origin: `no-referrer` would make Chromium send
 * `Origin: null` with plain form posts, which the origin check refuses.
 */
import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Config } from '../config';
import { localsOf } from './locals';
import type { RouteOf } from './policy/route-policy';

export const nonceOf = (response: object): string => localsOf(response).nonce ?? '';

/**
 * The policy. `formHosts`: payment hosts, on the payment page only (P-25). Chromium applies form-action to the redirects
 * after a post too; a form never redirects to the identity provider, a page stands between (auth/leave-page.ts).
 */
export function contentSecurityPolicy(options: {
  /** Null for an answer that a shared cache may keep: a shared nonce does not protect. */
  nonce: string | null;
  analyticsOrigin: string | null;
  imageOrigins: readonly string[];
  formHosts?: readonly string[];
  /** Hashes of the styles in the page itself. */
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
    // Product pictures come from wherever the ERP publishes them.
    imageOrigins: secure ? ['https:'] : ['https:', 'http:'],
  });
}

/**
 * Changes the policy of this one answer: where its forms may lead (the payment page, P-25), which styles
 * stand in it, and whether it is the same for everyone.
 */
export function changePolicy(config: Config, response: Response, change: Partial<Policy>): void {
  const locals = localsOf(response);
  const before = locals.policy ?? { nonce: nonceOf(response), formHosts: [], styleSources: [] };
  locals.policy = { ...before, ...change };
  response.setHeader('Content-Security-Policy', policyOf(config, locals.policy));
}

const permissions = (camera: '' | 'self'): string =>
  `camera=(${camera}), microphone=(), geolocation=()`;

/** The pages that scan may ask for the camera, and no frame of theirs. */
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

/** For files: nothing in them runs on its own, and every byte of a header is paid for by each of them. */
export function setFileSecurityHeaders(response: Response): void {
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.removeHeader('Permissions-Policy');
}
