/**
 * The entry point of every loader and action: determines the locale of the address and the session, and translates
 * faults into responses. A parent's guard protects nothing (loaders run in parallel), so each route calls one of these
 * functions itself.
 */
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '~/base/framework/server';
import { translator, type Translate } from '~/base/i18n/translate';
import { isLocale, type Locale } from '~/base/i18n/locales';
import { failureFacts, isSessionEnded, isUpstreamFailure } from '~/base/kernel/failure';
import { redirectToLocale } from './unprefixed.server';
import type { AppContext } from '../../../server/context';
import type { Customer } from '../../../server/auth/session-view';
import { withoutAnswer } from './forms/answer-address';
import { redirectToStoredAnswer } from './forms/answered.server';
import { refuseOthersForm } from './forms/others-form.server';
import { copyOfPosted, type PostedCopy } from './forms/posted-copy.server';

export interface PageRequest {
  context: AppContext;
  request: Request;
  /** The address without the stored answer that it may show (page/forms/answered.server.ts). */
  url: URL;
  locale: Locale;
  params: Readonly<Record<string, string | undefined>>;
  t: Translate;
}
export interface CustomerRequest extends PageRequest {
  customer: Customer;
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const shownPath = 200;

/** The type of a missing record, for a more specific 404 page. */
export type Gone = 'list' | 'quotation' | 'ad' | 'order';

/** 404 with 'Page not found: {path}' (SHELL-02). */
export function notFound(path: string, gone: Gone | null = null): Response {
  const shown = path.length > shownPath ? `${path.slice(0, shownPath)}...` : path;
  return new Response(gone, { status: 404, statusText: `Page not found: ${shown}` });
}

/**
 * Response for an unknown key. Keys of the ERP are in lower case, so an address typed or printed in capitals is first
 * redirected to lower case.
 */
export function noSuchKey({ url }: PageRequest): Response {
  const asked = url.pathname.split('/').map((part) => decodeURIComponent(part));
  const lower = asked.map((part) => part.toLowerCase());
  return lower.join('/') === asked.join('/')
    ? notFound(url.pathname)
    : redirect(lower.map((part) => encodeURIComponent(part)).join('/') + url.search);
}

/** The numeric id of a record in the address; throws 404 for anything else (P-27, P-37). */
export function recordId({ params, url }: Pick<PageRequest, 'params' | 'url'>): number {
  const id = params['id'] ?? '';
  if (!/^[1-9]\d{0,9}$/.test(id)) throw notFound(url.pathname);
  return Number(id);
}

async function pageRequest(args: Args): Promise<PageRequest> {
  const url = withoutAnswer(new URL(args.request.url));
  const [, prefix] = url.pathname.split('/');
  if (!isLocale(prefix)) throw (await redirectToLocale(args.request)) ?? notFound(url.pathname);
  const { context, request, params } = args;
  return { context, request, url, locale: prefix, params, t: translator(prefix) };
}

const here = (url: URL): string => url.pathname + url.search;

/**
 * Redirects to sign-in, and back to the exact page (AUTH-13). A posted form leads back to its page. When the ERP has
 * just rejected a new session, responds 503 instead, because another sign-in would lead here again (AUTH-05).
 */
export function signInRedirect({ context, locale, request, url }: PageRequest): Response {
  if (context.authentication.refusedAtOnce()) return unavailable('session');
  // After a GET, the address keeps the id of a stored form answer, so that the customer sees the answer after sign-in.
  const target = request.method === 'GET' ? new URL(request.url) : url;
  return redirect(context.authentication.signInPath(locale, here(target)));
}

/** An unavailable upstream gives 503 with its reference; an ended session redirects to sign-in. */
function responseTo(error: unknown, page: PageRequest): unknown {
  if (isSessionEnded(error)) return signInRedirect(page);
  if (isUpstreamFailure(error)) {
    page.context.log.error(
      { event: 'page.unavailable', ...failureFacts(error) },
      'a page could not be shown: an upstream is unavailable',
    );
    // The ERP responds, but one call failed: the rest of the shop works (DEG-01).
    const isOneRecord = error.service === 'erp' && error.reason === 'server-error';
    return unavailable(isOneRecord ? 'record' : error.service);
  }
  return error;
}

export const unavailable = (service: string): Response =>
  new Response(service, {
    status: 503,
    statusText: 'upstream-failure',
    headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' },
  });

/**
 * True while the customer's session is suspended because the identity provider is unavailable. The customer is then not
 * a guest, and must not be asked to sign in again.
 */
export const isSuspended = ({ context: { session } }: Pick<PageRequest, 'context'>): boolean =>
  session.kind === 'guest' && session.suspended === true;

/**
 * Throws 503 instead of a guest page, which a customer with a suspended session would mistake for their own page
 * without data.
 */
export function refuseSuspended(page: PageRequest): void {
  if (isSuspended(page)) throw unavailable('identity');
}

/**
 * Rejects a form from another account's page, then serves the request. For a form that is too large to be copied, the
 * function that reads the form makes this check.
 */
async function withFormOwnerCheck<P extends PageRequest, R>(
  page: P,
  posted: PostedCopy | null,
  serve: (page: P) => Promise<R>,
): Promise<R> {
  if (posted?.isWhole && page.context.session.kind === 'customer')
    refuseOthersForm(page, (await posted.typed()).fields);
  return serve(page);
}

const translateFaults = (page: PageRequest, posted: PostedCopy | null) => (error: unknown) =>
  isSessionEnded(error) ? saveFormAndSignIn(page, posted) : responseTo(error, page);

/** Wraps the loader or action of a page that anyone may see. */
export async function openPage<R>(
  args: Args,
  serve: (page: PageRequest) => Promise<R>,
): Promise<R> {
  const page = await pageRequest(args);
  const posted = copyOfPosted(page);
  return redirectToStoredAnswer(
    page,
    posted,
    () => withFormOwnerCheck(page, posted, serve),
    translateFaults(page, posted),
  );
}

/**
 * Wraps the loader or action of a page that needs sign-in; a form posted without it is stored until afterwards
 * (AUTH-05).
 */
export async function customerPage<R>(
  args: Args,
  serve: (page: CustomerRequest) => Promise<R>,
): Promise<R> {
  const page = await pageRequest(args);
  const { session } = page.context;
  const posted = copyOfPosted(page);
  const serveCustomer = async (): Promise<R> => {
    if (session.kind === 'guest') throw await saveFormAndSignIn(page, posted);
    return withFormOwnerCheck({ ...page, customer: session.customer }, posted, serve);
  };
  return redirectToStoredAnswer(page, posted, serveCustomer, translateFaults(page, posted));
}

async function saveFormAndSignIn(page: PageRequest, posted: PostedCopy | null): Promise<unknown> {
  const { authentication } = page.context;
  try {
    const typed = await posted?.typed();
    if (typed) await authentication.saveForm(here(page.url), typed.fields, typed.fileMissing);
  } catch (error) {
    // The form cannot be stored: the error page itself carries it.
    return responseTo(error, page);
  }
  return isSuspended(page) ? unavailable('identity') : signInRedirect(page);
}
