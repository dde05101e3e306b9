/**
 * Renders a page to one string. Loaders await everything a page shows, so streaming would bring nothing but
 * cost and inline script; `<Scripts/>` is never rendered, so the loader data need not be handed off.
 */
import { RemixServer } from '@remix-run/react';
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node';
import { renderToString } from 'react-dom/server';
import { EntryAssetsContext } from '~/http/entry-assets';

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: AppLoadContext,
): Response {
  const assets = { nonce: context.nonce, script: entry.manifest.entry.module };
  // What the runtime prepared for a hydrating browser would only be discarded.
  delete entry.serverHandoffStream;
  const html = renderToString(
    <EntryAssetsContext.Provider value={assets}>
      <RemixServer context={entry} url={request.url} />
    </EntryAssetsContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** Our own bugs, with their stack; answers thrown on purpose never come here. */
export function handleError(
  error: unknown,
  { context, request }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  context.log.error(
    {
      event: 'page.failed',
      path: new URL(request.url).pathname,
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      stack: error instanceof Error ? error.stack : undefined,
    },
    'a page failed',
  );
}
