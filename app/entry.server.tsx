/**
 * Renders a page to one string. Loaders await everything a page shows, so streaming would only add cost and inline
 * script. `<Scripts/>` is never rendered, so loader data is not sent to the browser.
 */
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  HandleDocumentRequestFunction,
  LoaderFunctionArgs,
} from '@remix-run/node';
import { renderToStaticMarkup } from 'react-dom/server';
import { cacheControl } from '~/base/page/cache';
import { fallbackLocale, isLocale } from '~/base/i18n/locales';
import { EntryAssetsContext, type Frameless } from '~/base/page/document/entry-assets';
import { unkeptAnswer } from '~/base/page/forms/stored-answers.server';
import { hereOf } from '~/base/page/here';
import { repopulateForm } from '~/base/page/forms/repopulate.server';
import { answerIdOf } from '~/base/page/forms/answer-address';
import { reportFault } from '~/base/page/report-fault.server';
import { policyOf } from '~/base/routing/match';
import { errorStatus } from '~/storefront/layout/error-page';
import type { FrameView } from '~/storefront/layout/frame';
import { frameOf, frameRoute } from '~/base/page/document/frame-route';

/**
 * Exported for the server, which knows neither page addresses (server/http/policy) nor vocabulary
 * (server/startup/warm-up).
 */
export { routeOf } from '~/base/routing/match';
export { askIndexWords, loadWords } from '~/storefront/search/words/reader.server';

/**
 * Milliseconds that Remix waits for promises in loader data before it discards the data prepared for hydration. The
 * shop sends no promises; at the default of 4.95 s, each page's data would stay in memory that long.
 */
export const streamTimeout = 1;

export default function handleRequest(
  ...[request, given, headers, entry, context]: Parameters<HandleDocumentRequestFunction>
): Response {
  const error = errorOf(entry);
  // When the page behind a form fails to render, Remix passes the status of the form's action, not of the error.
  const status = error === null ? given : errorStatus(error);
  const caching = cacheControlOf(request, status, { headers, entry, context });
  const isShared = caching.startsWith('public');
  if (isShared) context.withoutNonce();
  const frame = frameViewOf(entry);
  const assets = {
    nonce: isShared ? undefined : context.nonce,
    script: entry.manifest.entry.module,
    toCorrect:
      error === null && isToCorrect(frame?.answer?.kind === 'form' ? frame.answer.status : status),
    wasRead: request.method === 'GET' && status === 200,
    laterSheet: context.styles?.address ?? null,
    frameless: framelessOf(request, context),
    error,
  };
  // Data that Remix prepared for a hydrating browser, which this shop does not use.
  delete entry.serverHandoffStream;
  showAnswer(entry, frame);
  const html = renderToStaticMarkup(
    <EntryAssetsContext.Provider value={assets}>
      <RemixServer context={entry} url={request.url} />
    </EntryAssetsContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (context.session.kind === 'customer')
    headers.set(
      'Shop-Session',
      `${context.session.key}.${context.offlineShare(context.session.key)}`,
    );
  headers.set('Cache-Control', caching);
  // Guest pages also depend on cookies: consent, dismissed banners, and whether a session exists.
  headers.append('Vary', 'Cookie');
  if (status === 503) headers.set('Retry-After', '5');
  const filled = withTyped(html, request, frame);
  const page = `<!DOCTYPE html>${context.styles?.into(filled) ?? filled}`;
  // Send bytes: for a string, the runtime first copies it to well-formed UTF-16 before it encodes it.
  return new Response(Buffer.from(page), { status, headers });
}

/** The customer must correct the form: invalid fields (422) or an upload that is too large (413). */
const isToCorrect = (status: number | undefined): boolean => status === 422 || status === 413;

function framelessOf(request: Request, context: AppLoadContext): Frameless {
  const url = new URL(request.url);
  const [, prefix] = url.pathname.split('/');
  const locale = isLocale(prefix) ? prefix : fallbackLocale;
  const { tags, origin, brand, version } = context.site;
  return {
    locale,
    tag: tags[locale],
    here: hereOf(url, locale),
    reference: context.requestId,
    origin,
    brand,
    version,
    answer: unkeptAnswer(context),
  };
}

const frameViewOf = ({ staticHandlerContext }: EntryContext): FrameView | null =>
  frameOf<FrameView>(staticHandlerContext.loaderData[frameRoute]);

/** The error that an error boundary shows; null when the page itself renders. */
const errorOf = ({ staticHandlerContext: { errors } }: EntryContext): unknown =>
  errors ? (Object.values(errors)[0] ?? null) : null;

/** Passes the stored result of a posted form to the page as its action data (page/forms/answered.server.ts). */
function showAnswer({ staticHandlerContext }: EntryContext, frame: FrameView | null): void {
  const leaf = staticHandlerContext.matches.at(-1)?.route.id;
  if (frame?.answer?.kind === 'form' && leaf !== undefined)
    staticHandlerContext.actionData = { [leaf]: frame.answer.data };
}

/** Refills a form that an ended session (AUTH-05) or a fault has interrupted. */
function withTyped(html: string, request: Request, frame: FrameView | null): string {
  const { pathname } = new URL(request.url);
  const answer = frame?.answer;
  // Input from a page of another account must not appear in this account's fields.
  const isOwn = answer?.kind === 'failed' && answer.status !== 409 && !answer.inDoubt;
  const failed = isOwn ? answer : null;
  const kept = frame?.layout.savedForm ?? failed;
  return kept ? repopulateForm(html, pathname, kept) : html;
}

function cacheControlOf(
  request: Request,
  status: number,
  { headers, entry, context }: { headers: Headers; entry: EntryContext; context: AppLoadContext },
): string {
  const leaf = entry.staticHandlerContext.matches.at(-1);
  return cacheControl({
    policy: policyOf(leaf?.route.id),
    method: request.method,
    status,
    answersForm: answerIdOf(new URL(request.url)) !== null,
    signedIn: context.session.kind === 'customer' || context.session.suspended === true,
    setsCookie: context.cookies.written() || headers.has('Set-Cookie'),
  });
}

/**
 * Logs our own bugs with their stack. Responses thrown on purpose never reach this function. Responses that Remix
 * creates for invalid requests (405 for a post to a page without an action) are no bugs; the request's access log line
 * records them.
 */
export function handleError(
  error: unknown,
  { context, request }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  reportFault(context, request, error);
}
